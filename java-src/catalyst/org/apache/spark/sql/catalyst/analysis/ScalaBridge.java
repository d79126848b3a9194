// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import scala.collection.Iterator;
import scala.collection.immutable.$colon$colon;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Vector;
import scala.jdk.javaapi.CollectionConverters;

/** The one place where collections cross between Java and Scala. Pure functions, thread-safe. */
public final class ScalaBridge {

  private ScalaBridge() {}

  /** A new sequence with {@code f} applied to each element, in order. */
  static <A, B> Seq<B> map(Seq<A> elements, Function<? super A, ? extends B> f) {
    List<B> mapped = new ArrayList<>(elements.size());
    Iterator<A> iterator = elements.iterator();
    while (iterator.hasNext()) {
      mapped.add(f.apply(iterator.next()));
    }
    return seq(mapped);
  }

  /** An immutable sequence of the elements of {@code list}. */
  public static <A> Seq<A> seq(List<A> list) {
    return Vector.from(CollectionConverters.asScala(list));
  }

  /** A view of {@code elements}. */
  public static <A> List<A> list(Seq<A> elements) {
    return CollectionConverters.asJava(elements);
  }

  /** The empty sequence. */
  public static <A> Seq<A> nil() {
    return seq(List.of());
  }

  /** {@code head} in front of {@code tail}, which is shared. */
  static <A> scala.collection.immutable.List<A> prepend(
      A head, scala.collection.immutable.List<A> tail) {
    return new $colon$colon<>(head, tail);
  }
}
