/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Map;

/**
 * What one run of a program showed.
 *
 * @param observations in their order
 * @param coverage how often something happened inside; only filled with the rule on. Refusals by the names of CollapseRefusal; "merge.direct", "merge.filtered"
 *     (over filters) and "merge.partial" (onto a Project that stays apart from the one below it); "revived"; "incremental" and, where the whole plan was
 *     analyzed, "incremental." and the name of the IncrementalRefusal
 */
record Trace(List<Observation> observations, Map<String, Long> coverage) {}
