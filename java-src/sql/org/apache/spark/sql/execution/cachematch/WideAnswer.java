// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

/** What {@link WideMatcher} says of one candidate: a match, or the reason why it is none. */
public sealed interface WideAnswer permits WideMatch, WideMismatch {}
