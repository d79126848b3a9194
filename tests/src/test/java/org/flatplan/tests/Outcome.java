// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one run of a program showed, step by step; everything in a {@link Step} must be equal with the rule off and on. */
final class Outcome {

  /** One step: the error and the call that raised it, or the schema and rows, or a plain value. */
  record Step(String error, String schema, List<String> columns, List<List<Object>> rows, Object value) {
    @Override
    public String toString() {
      if (error != null) {
        return "error at " + error;
      }
      return rows != null ? "rows " + rows + "\n    schema " + schema : "value " + value;
    }
  }

  private final Map<String, Step> steps = new LinkedHashMap<>();
  private final Map<String, PlanShape> shapes = new LinkedHashMap<>();

  void put(String name, Step step) {
    if (steps.put(name, step) != null) {
      throw new IllegalArgumentException("two steps with the name " + name);
    }
  }

  void shape(String name, PlanShape shape) {
    shapes.put(name, shape);
  }

  Map<String, Step> steps() {
    return steps;
  }

  Step step(String name) {
    Step step = steps.get(name);
    assertThat(step).as("step '%s' among %s", name, steps.keySet()).isNotNull();
    return step;
  }

  /** The shape of the analyzed plan of a step; not part of the comparison. */
  PlanShape shape(String name) {
    PlanShape shape = shapes.get(name);
    assertThat(shape).as("plan shape of step '%s': %s", name, steps.get(name)).isNotNull();
    return shape;
  }
}
