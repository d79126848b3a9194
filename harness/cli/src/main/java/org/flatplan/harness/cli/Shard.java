/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One of the parts that long work is cut into.
 *
 * @param part from 1
 * @param parts how many there are
 */
public record Shard(int part, int parts) {
  /** Everything. */
  public static final Shard WHOLE = new Shard(1, 1);

  /** From an option such as 2/4; null is everything. */
  public static Shard parse(String text) {
    if (text == null) {
      return WHOLE;
    }
    if (!text.matches("[1-9]\\d{0,5}/[1-9]\\d{0,5}")) {
      throw new UserError("--shard is I/N, such as 2/4, not " + text);
    }
    Shard shard = new Shard(Integer.parseInt(text.substring(0, text.indexOf('/'))), Integer.parseInt(text.substring(text.indexOf('/') + 1)));
    if (shard.part > shard.parts) {
      throw new UserError("--shard " + text + ": there are only " + shard.parts + " parts");
    }
    return shard;
  }

  /** This part of a list. */
  public <T> List<T> of(List<T> all) {
    return IntStream.range(0, all.size()).filter(i -> i % parts == part - 1).mapToObj(all::get).toList();
  }
}
