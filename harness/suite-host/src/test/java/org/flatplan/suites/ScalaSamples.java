/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import org.scalactic.source.Position;
import org.scalatest.Tag;
import org.scalatest.funsuite.AnyFunSuite;
import scala.collection.immutable.Nil$;
import scala.collection.immutable.Seq;

/** Suites of ScalaTest to run. */
final class ScalaSamples {
  private ScalaSamples() {
  }

  /** A suite that can be written in Java. */
  abstract static class Base extends AnyFunSuite {
    final void tests(String name, Runnable body) {
      test(name, none(), () -> {
        body.run();
        return null;
      }, here());
    }

    final void ignored(String name) {
      ignore(name, none(), () -> null, here());
    }

    @SuppressWarnings("unchecked")
    private static Seq<Tag> none() {
      return (Seq<Tag>) (Seq<?>) Nil$.MODULE$;
    }

    private static Position here() {
      return new Position("ScalaSamples.java", "", 1);
    }
  }

  /** Each outcome. */
  public static class Outcomes extends Base {
    /** As the runner wants it. */
    public Outcomes() {
      tests("good", () -> { });
      tests("bad", () -> {
        throw new IllegalStateException("1 is not 2");
      });
      tests("unmet", () -> cancel("no network", new Position("ScalaSamples.java", "", 1)));
      ignored("off");
    }
  }

  /** What it failed with cannot be written down. */
  public static class Unsaid extends Base {
    /** As the runner wants it. */
    public Unsaid() {
      tests("good", () -> { });
      tests("bad", () -> {
        throw new Unspeakable();
      });
    }
  }

  private static final class Unspeakable extends RuntimeException {
    @Override
    public String toString() {
      if (StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(SuiteListener.class.getName())))) {
        throw new IllegalStateException("no words");
      }
      return "unspeakable";
    }
  }

  /** The runner cannot make it. */
  public static class BadStart extends Base {
    /** As the runner wants it. */
    public BadStart() {
      throw new IllegalStateException("no database");
    }
  }

  /** A part of it is not there. */
  public static class Unlinked extends Base {
    /** As the runner wants it. */
    public Unlinked() {
      throw new NoClassDefFoundError("a.Gone");
    }
  }

  /** Its JVM cannot go on, before its first test. */
  public static class NoMemoryToStart extends Base {
    /** As the runner wants it. */
    public NoMemoryToStart() {
      throw new OutOfMemoryError("nothing left");
    }
  }

  /** Its JVM cannot go on. */
  public static class OutOfMemory extends Base {
    /** As the runner wants it. */
    public OutOfMemory() {
      tests("grows", () -> {
        throw new OutOfMemoryError("nothing left");
      });
    }
  }
}
