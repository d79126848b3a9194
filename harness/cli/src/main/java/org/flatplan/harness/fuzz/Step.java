/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Set;

/**
 * A call of a program.
 *
 * @param id its place in the program as it was generated, from 0; names the Dataset that it builds
 * @param rule the production that it came from, which says what is called
 * @param inputs the ids of earlier steps whose Datasets it uses
 * @param texts its other arguments: names, SQL expressions, choices
 */
record Step(int id, Rule rule, List<Integer> inputs, List<String> texts) {
  Step {
    inputs = List.copyOf(inputs);
    texts = List.copyOf(texts);
  }

  Step withInputs(List<Integer> others) {
    return new Step(id, rule, others, texts);
  }

  Step withTexts(List<String> others) {
    return new Step(id, rule, inputs, others);
  }

  /** The call as Java, without what becomes of its result. */
  String call() {
    return JavaText.call(this);
  }

  /** Whether one of these steps is an input. */
  boolean needsAny(Set<Integer> ids) {
    return inputs.stream().anyMatch(ids::contains);
  }

  @Override
  public String toString() {
    return id + " " + call();
  }
}
