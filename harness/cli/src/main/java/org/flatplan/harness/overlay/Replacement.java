/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.flatplan.harness.cli.UserError;

/**
 * Puts the rebuilt jars in the place of the release's. All that needs room on the disk is written before the first jar is touched; what is
 * left are moves. The record says "replacing" while they go on, so a run that is stopped between two of them is known for what it is.
 */
final class Replacement {
  private static final String NOTHING_CHANGED = "; everything is as it was. ";

  private final OverlayFiles files;
  private final Build build;
  private final Disk disk;
  private final Clock clock;

  Replacement(OverlayFiles files, Build build, Disk disk, Clock clock) {
    this.files = files;
    this.build = build;
    this.disk = disk;
    this.clock = clock;
  }

  /** One jar: what is there, what there shall be, what is to be kept. */
  private record Item(Build.Jar jar, FoundJar found, OverlayRecord.Jar target, boolean keep, boolean replace) {
    String file() {
      return found.file();
    }
  }

  private record Plan(Optional<OverlayRecord> before, OverlayRecord target, List<Item> items, boolean settled) {
    long bytes() {
      return items.stream().mapToLong(item -> (item.keep() ? item.found().bytes() : 0) + (item.replace() ? item.target().bytesAfter() : 0)).sum();
    }
  }

  /** Runs, or only says what a run would do. */
  @SuppressWarnings("try")
  Outcome run(boolean dryRun) {
    OverlayLock.refuseIfHeld(files);
    Plan plan = plan();
    if (plan.settled()) {
      return outcome(plan, false, dryRun);
    }
    Room.check(files, disk, plan.bytes());
    if (dryRun) {
      return outcome(plan, true, true);
    }
    try (OverlayLock lock = OverlayLock.acquire(files, disk)) {
      // What was seen without the lock may be another run's work.
      plan = plan();
      if (plan.settled()) {
        return outcome(plan, false, false);
      }
      replace(plan);
      return outcome(plan, true, false);
    } catch (IOException e) {
      throw new UserError("cannot lock " + files.home() + ": " + Disk.reason(e) + NOTHING_CHANGED + Room.NEXT);
    }
  }

  /** Looks and refuses; changes nothing. */
  private Plan plan() {
    Map<String, Path> jars = Installation.open(files, build).jars();
    Optional<OverlayRecord> before = OverlayRecord.read(files.record());
    before.ifPresent(record -> refuseStale(record, jars));
    List<Item> items = new ArrayList<>();
    for (Build.Jar jar : build.jars()) {
      FoundJar found = FoundJar.of(jars.get(jar.artifact()), jar, build.sparkVersion(), before.flatMap(record -> record.jar(jar.artifact())));
      items.add(item(jar, found, before));
    }
    OverlayRecord target = new OverlayRecord(OverlayRecord.FORMAT, OverlayRecord.State.DONE, build.tool(), build.sparkVersion(), build.scalaVersion(),
        build.rebuiltVersion(), clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(), items.stream().map(Item::target).toList());
    boolean settled = before.filter(record -> record.state() == OverlayRecord.State.DONE).isPresent()
        && items.stream().noneMatch(item -> item.keep() || item.replace())
        && files.passing(names(items)).stream().noneMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    return new Plan(before, target, items, settled);
  }

  private void refuseStale(OverlayRecord record, Map<String, Path> jars) {
    for (Map.Entry<String, Path> jar : jars.entrySet()) {
      String file = jar.getValue().getFileName().toString();
      if (record.jar(jar.getKey()).filter(each -> each.file().equals(file)).isEmpty()) {
        throw new UserError(files.record() + " does not speak of " + file + ": the installation was replaced since the overlay. Delete "
            + files.folder() + " and run again");
      }
    }
  }

  private Item item(Build.Jar jar, FoundJar found, Optional<OverlayRecord> before) {
    if (found.state() == JarState.FOREIGN) {
      throw new UserError(found.path() + " is not the release's: " + found.detail() + ". Install Spark " + build.sparkVersion()
          + " anew, or put the release's jar in its place");
    }
    Optional<OverlayRecord.Jar> recorded = before.flatMap(record -> record.jar(jar.artifact()));
    if (found.state() == JarState.RELEASE) {
      boolean kept = files.kept(found.file(), found.sha256()) == KeptState.KEPT;
      return new Item(jar, found, new OverlayRecord.Jar(jar.artifact(), found.file(), found.sha256(), found.bytes(), found.match(),
          jar.rebuiltSha256(), size(jar.rebuilt()), recorded.map(this::earlier).orElse(List.of()).stream()
              .filter(sum -> !sum.equals(jar.rebuiltSha256())).toList()), !kept, true);
    }
    if (recorded.isEmpty()) {
      throw new UserError(found.path() + " is this build's already, but there is no " + files.record()
          + " that says where the original is. Install Spark " + build.sparkVersion() + " anew");
    }
    OverlayRecord.Jar old = recorded.get();
    if (files.kept(old) != KeptState.KEPT) {
      throw new UserError("the original of " + found.path() + " should be in " + files.originals() + " and is "
          + (files.kept(old) == KeptState.MISSING ? "missing" : "another file") + ". Install Spark " + build.sparkVersion() + " anew");
    }
    boolean replace = found.state() == JarState.EARLIER;
    return new Item(jar, found, new OverlayRecord.Jar(jar.artifact(), found.file(), old.sha256Before(), old.bytesBefore(), old.matched(),
        jar.rebuiltSha256(), size(jar.rebuilt()), earlier(old).stream().filter(sum -> !sum.equals(jar.rebuiltSha256())).toList()), false, replace);
  }

  private List<String> earlier(OverlayRecord.Jar old) {
    Set<String> sums = new LinkedHashSet<>(old.earlier());
    sums.add(old.sha256After());
    return List.copyOf(sums);
  }

  private void replace(Plan plan) {
    List<Path> made = new ArrayList<>();
    try {
      stage(plan, made);
    } catch (IOException e) {
      discard(made);
      throw new UserError("cannot prepare the overlay of " + files.home() + ": " + Disk.reason(e) + NOTHING_CHANGED + Room.NEXT);
    }
    try {
      disk.move(files.record(OverlayRecord.State.REPLACING), files.record());
      for (Item item : plan.items()) {
        if (item.replace()) {
          disk.move(files.staged(item.file()), item.found().path());
        }
      }
      disk.move(files.record(OverlayRecord.State.DONE), files.record());
    } catch (IOException e) {
      giveUp(plan, made, e);
    }
  }

  private void stage(Plan plan, List<Path> made) throws IOException {
    disk.createFolder(files.originals());
    made.add(files.originals());
    for (Path left : files.passing(names(plan.items()))) {
      disk.delete(left);
    }
    for (Item item : plan.items()) {
      if (item.keep()) {
        Path partial = files.stagedOriginal(item.file());
        made.add(partial);
        disk.copy(item.found().path(), partial, item.found().path(), true);
        Disk.requireSum(partial, item.target().sha256Before(), item.found().path());
        if (Files.notExists(files.original(item.file()), LinkOption.NOFOLLOW_LINKS)) {
          made.add(files.original(item.file()));
        }
        disk.move(partial, files.original(item.file()));
      }
    }
    for (Item item : plan.items()) {
      if (item.replace()) {
        Path staged = files.staged(item.file());
        made.add(staged);
        disk.copy(item.jar().rebuilt(), staged, item.found().path(), false);
        Disk.requireSum(staged, item.target().sha256After(), item.jar().rebuilt());
      }
    }
    for (OverlayRecord.State state : List.of(OverlayRecord.State.REPLACING, OverlayRecord.State.DONE)) {
      made.add(files.record(state));
      disk.write(files.record(state), plan.target().in(state).toBytes());
    }
  }

  private void discard(List<Path> made) {
    // Files before the folder that they are in.
    for (Path path : made.stream().sorted(Comparator.reverseOrder()).toList()) {
      try {
        disk.delete(path);
      } catch (IOException e) {
        // A folder that others use as well, or a disk that does nothing any more; the next run sweeps up.
        continue;
      }
    }
  }

  /** A move failed, which is rare: back to the originals, unless there is an earlier overlay that cannot be had back. */
  private void giveUp(Plan plan, List<Path> made, IOException cause) {
    String failed = "cannot replace the jars in " + files.jars() + ": " + Disk.reason(cause);
    try {
      boolean begun = plan.before().isEmpty() && OverlayRecord.read(files.record()).isPresent();
      if (begun) {
        new Restoration(files, disk).restore(plan.target());
      }
      discard(made);
      if (plan.before().isPresent()) {
        throw new UserError(failed + "; the overlay is not whole. Run again, or run it with --undo");
      }
    } catch (IOException e) {
      throw new UserError(failed + "; the overlay is not whole and could not be taken back (" + Disk.reason(e)
          + "). Run again, or run it with --undo");
    }
    throw new UserError(failed + NOTHING_CHANGED + Room.NEXT);
  }

  private Outcome outcome(Plan plan, boolean changed, boolean dryRun) {
    List<Outcome.Step> steps = plan.items().stream().map(item -> new Outcome.Step(item.file(), item.found().state(), item.found().match(),
        item.replace(), item.found().sha256(), item.target().sha256After())).toList();
    return new Outcome("overlay", changed, dryRun, files.home().toString(), build.sparkVersion(), build.rebuiltVersion(), steps,
        changed && !dryRun ? "the originals and the record are in " + files.folder() + "; restart what runs on this installation" : null);
  }

  private static List<String> names(List<Item> items) {
    return items.stream().map(Item::file).toList();
  }

  private static long size(Path file) {
    return file.toFile().length();
  }
}
