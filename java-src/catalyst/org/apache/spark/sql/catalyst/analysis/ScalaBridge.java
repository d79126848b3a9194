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

  /** One change of a vector copies about as much as this many elements of a new one. */
  private static final int SHARED = 32;

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

  /**
   * A sequence with other elements at some places. Where these are few, the rest is shared, so that
   * a long list that grows by one element at a time is neither copied nor held many times.
   *
   * @param places ascending; those from the end of {@code elements} on are added without a gap
   * @param others what stands at {@code places}
   */
  @SuppressWarnings("unchecked") // Immutable sequences are covariant in Scala.
  static <A> Seq<A> with(Seq<? extends A> elements, int[] places, List<? extends A> others) {
    boolean shared = elements instanceof Vector && places.length <= elements.size() / SHARED;
    return shared
        ? sharingWith((Seq<A>) elements, places, others)
        : copyWith((Seq<A>) elements, places, others);
  }

  @SuppressWarnings("unchecked") // Java does not see the types of what Vector inherits.
  private static <A> Seq<A> sharingWith(Seq<A> elements, int[] places, List<? extends A> others) {
    Seq<A> vector = elements;
    java.util.Iterator<? extends A> next = others.iterator();
    for (int place : places) {
      A other = next.next();
      if (place == vector.size()) {
        vector = (Seq<A>) vector.appended(other);
      } else if (vector.apply(place) != other) {
        vector = (Seq<A>) vector.updated(place, other);
      }
    }
    return vector;
  }

  private static <A> Seq<A> copyWith(Seq<A> elements, int[] places, List<? extends A> others) {
    List<A> all = new ArrayList<>(list(elements));
    boolean same = true;
    java.util.Iterator<? extends A> next = others.iterator();
    for (int place : places) {
      A other = next.next();
      if (place == all.size()) {
        all.add(other);
        same = false;
      } else {
        same &= all.set(place, other) == other;
      }
    }
    return same ? elements : seq(all);
  }

  /** The elements, to be asked for by their places: a view where that is as fast. */
  static <A> List<A> indexed(Seq<A> elements) {
    return elements instanceof Vector ? list(elements) : new ArrayList<>(list(elements));
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
