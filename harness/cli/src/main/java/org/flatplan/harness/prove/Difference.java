/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.util.List;

/**
 * An entry that is not identical, and why.
 *
 * @param entry name in the jar
 * @param kind class, resource or directory
 * @param category what became of it
 * @param change changed, new, gone
 * @param explainedBy patches or sources; empty for a failure
 * @param detail what was checked, or why nothing explains it
 */
public record Difference(String entry, String kind, Category category, String change, List<String> explainedBy, String detail) {
}
