/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Suites to run; Surefire does not look for tests in classes within others. */
final class Samples {
  private Samples() {
  }

  static class Outcomes {
    @Test
    void good() {
    }

    @Test
    void bad() {
      assertTrue(false, "1 is not 2");
    }

    @Test
    @Disabled("not today")
    void off() {
    }

    @Test
    void unmet() {
      assumeTrue(false, "no network");
    }
  }

  static class Names {
    @ParameterizedTest(name = "the same for all")
    @ValueSource(strings = {"a", "b"})
    void given(String value) {
    }

    @ParameterizedTest(name = "the same for all")
    @ValueSource(ints = {1, 2})
    void given(int value) {
    }

    @RepeatedTest(2)
    void again() {
    }

    @TestFactory
    Stream<DynamicTest> made() {
      return Stream.of(DynamicTest.dynamicTest("same", () -> { }), DynamicTest.dynamicTest("same", () -> { }));
    }

    @Test
    void plain() {
    }

    @Nested
    class One {
      @Test
      void plain() {
      }

      @Nested
      class Deeper {
        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void given(int value) {
        }
      }
    }

    @Nested
    class Two {
      @Test
      void plain() {
      }
    }
  }

  static class BadStart {
    @BeforeAll
    static void open() {
      throw new IllegalStateException("no database");
    }

    @Test
    void never() {
    }
  }

  @Disabled("not this year")
  static class Off {
    @Test
    void one() {
    }

    @Nested
    class Inner {
      @Test
      void other() {
      }
    }
  }

  static class Tagged {
    @Test
    @Tag("slow")
    void slow() {
    }

    @Test
    void quick() {
    }
  }

  static class Long {
    @Test
    void says() {
      throw new IllegalStateException("m".repeat(5_000));
    }
  }

  static class NoSuite {
  }

  static class OffWithArguments {
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @Disabled("not today")
    void given(int value) {
    }

    @RepeatedTest(2)
    @Disabled("nor this one")
    void again() {
    }

    @Test
    void plain() {
    }
  }


  static class OutOfMemory {
    @Test
    void grows() {
      Thread stays = new Thread(() -> {
        try {
          Thread.sleep(Duration.ofMinutes(1).toMillis());
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      });
      stays.start();
      throw new OutOfMemoryError("nothing left");
    }
  }
}
