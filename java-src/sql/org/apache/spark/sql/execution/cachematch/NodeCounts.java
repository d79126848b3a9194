// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.IdentityHashMap;
import java.util.Map;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Expression;

/** Remembers the number of nodes of expressions. Not thread-safe; made for one query. */
final class NodeCounts {

  private final Map<Expression, Long> counts = new IdentityHashMap<>();

  /** The number of nodes of {@code e}; the first call takes time linear in it. */
  long of(Expression e) {
    Long known = counts.get(e);
    if (known != null) {
      return known;
    }
    long count = 1;
    Iterator<Expression> children = e.children().iterator();
    while (children.hasNext()) {
      count += of(children.next());
    }
    counts.put(e, count);
    return count;
  }
}
