/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.page.Html;

/** Examines a row of seeds, some at a time, and says how far it is. Made for one run. */
final class FuzzRun {
  /** How many kinds of mismatches are made small: the others have to wait until these are mended. */
  static final int SHRUNK_KINDS = 5;
  private static final long INTERVAL_SECONDS = 10;

  private final Against against;
  private final Ledger ledger;
  private final IntFunction<Examiner> examiners;
  private final Duration most;
  private final Duration shrinkLimit;
  private final PrintWriter out;
  private final Set<String> signatures = new HashSet<>();
  private final long begin = System.nanoTime();
  private final long first;
  private final long end;
  private final AtomicLong seeds;

  /**
   * @param examiners one for each job, by its number
   * @param most after which no other program is begun; null: all are
   * @param shrinkLimit how long one program may be made smaller
   */
  FuzzRun(Against against, Ledger ledger, IntFunction<Examiner> examiners, Duration most, Duration shrinkLimit, PrintWriter out) {
    this.against = against;
    this.ledger = ledger;
    this.examiners = examiners;
    this.most = most;
    this.shrinkLimit = shrinkLimit;
    this.out = out;
    FuzzPart part = ledger.part();
    first = part.next();
    end = part.end();
    seeds = new AtomicLong(first);
    part.kinds().forEach((signature, kind) -> {
      if (kind.text() != null) {
        signatures.add(signature);
      }
    });
  }

  /** Runs to the end, or to its time; what is finished is saved whatever happens. */
  void run(int jobs) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(jobs);
    try {
      CompletionService<Void> running = new ExecutorCompletionService<>(threads);
      for (int i = 1; i <= jobs; i++) {
        int job = i;
        running.submit(() -> {
          work(job);
          return null;
        });
      }
      int left = jobs;
      while (left > 0) {
        Future<Void> ended = running.poll(INTERVAL_SECONDS, TimeUnit.SECONDS);
        if (ended == null) {
          progress();
          ledger.save();
        } else {
          await(ended);
          left--;
        }
      }
      progress();
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
      ledger.save();
    }
  }

  private static void await(Future<Void> job) throws IOException, InterruptedException {
    try {
      job.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UserError error) {
        throw error;
      }
      if (e.getCause() instanceof InterruptedException) {
        throw new UserError("the run was stopped; what is finished is kept, go on with --resume");
      }
      throw new IOException(e.getCause());
    }
  }

  private void work(int job) throws IOException, InterruptedException {
    try (Examiner examiner = examiners.apply(job)) {
      for (long seed = next(); seed < end; seed = next()) {
        Verdict verdict = examiner.examine(seed);
        ledger.commit(verdict, verdict.kind() == Verdict.Kind.MISMATCH ? told(examiner, verdict) : null);
        if (verdict.kind() == Verdict.Kind.UNSTEADY || verdict.kind() == Verdict.Kind.LOST) {
          say("seed " + seed + (verdict.kind() == Verdict.Kind.LOST ? " is too much for stock Spark: " + verdict.outcome()
              : " is unsteady: " + verdict.difference().signature()));
        }
      }
    }
  }

  private long next() {
    return most != null && System.nanoTime() - begin > most.toNanos() ? end : seeds.getAndIncrement();
  }

  private String told(Examiner examiner, Verdict verdict) throws IOException, InterruptedException {
    boolean fresh;
    boolean shrink;
    synchronized (signatures) {
      shrink = signatures.size() < SHRUNK_KINDS;
      fresh = signatures.add(verdict.difference().signature());
    }
    if (!fresh) {
      return null;
    }
    if (shrink) {
      say("seed " + verdict.seed() + " differs (" + verdict.difference().signature() + "); making it smaller");
    }
    Examiner.Shrunk small = shrink ? examiner.shrink(verdict, shrinkLimit) : new Examiner.Shrunk(verdict.program(), verdict.difference());
    String text = text(against, verdict, small);
    say(text);
    return text;
  }

  /** What is to be read of a mismatch. */
  static String text(Against against, Verdict verdict, Examiner.Shrunk small) {
    int steps = verdict.program().steps().size();
    return "seed " + verdict.seed() + ", " + steps + " steps" + (small.program().steps().size() < steps ? ", shrunk to " + small.program().steps().size() : "")
        + " (" + verdict.difference().signature() + ")\n" + small.difference().text(against) + "\n" + small.program().java();
  }

  private void progress() {
    long finished = ledger.finished();
    double gone = (System.nanoTime() - begin) / 1e9;
    FuzzPart part = ledger.part();
    double rate = (finished - (first - part.firstSeed())) / gone;
    double left = rate == 0 ? Double.NaN : (part.programs() - finished) / rate;
    if (most != null) {
      left = Math.min(Double.isNaN(left) ? Double.MAX_VALUE : left, Math.max(0, most.toSeconds() - gone));
    }
    say(String.format(Locale.ROOT, "%,d of %,d programs, %.1f a second; %d differ; %s gone%s", finished, part.programs(), rate, ledger.mismatches(),
        Html.time(gone), Double.isNaN(left) ? "" : ", about " + Html.time(left) + " left"));
  }

  private synchronized void say(String text) {
    out.println("[flatplan] " + text);
    out.flush();
  }
}
