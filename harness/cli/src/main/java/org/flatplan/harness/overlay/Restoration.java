/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;

/** Puts the originals back, by the record alone: the build that made the overlay need not be there any more. */
final class Restoration {
  private final OverlayFiles files;
  private final Disk disk;

  Restoration(OverlayFiles files, Disk disk) {
    this.files = files;
    this.disk = disk;
  }

  /** Runs, or only says what a run would do. The build is asked for only where there is no record. */
  Outcome run(Supplier<Build> build, boolean dryRun) {
    OverlayLock.refuseIfHeld(files);
    Optional<OverlayRecord> record = OverlayRecord.read(files.record());
    return record.isPresent() ? undo(record.get(), dryRun) : sweep(build.get(), dryRun);
  }

  @SuppressWarnings("try")
  private Outcome undo(OverlayRecord record, boolean dryRun) {
    List<Outcome.Step> steps = steps(record);
    Room.check(files, disk, bytes(record, steps));
    if (dryRun) {
      return outcome(record, steps, true, null);
    }
    try (OverlayLock lock = OverlayLock.acquire(files, disk)) {
      Optional<OverlayRecord> now = OverlayRecord.read(files.record());
      if (now.isEmpty()) {
        return new Outcome("undo", false, false, files.home().toString(), record.sparkVersion(), null, List.of(), null);
      }
      steps = steps(now.get());
      restore(now.get());
    } catch (IOException e) {
      throw new UserError("cannot put the originals back in " + files.jars() + ": " + Disk.reason(e) + "; the record is kept. "
          + Room.NEXT + " --undo");
    }
    return outcome(record, steps, false, leftNote());
  }

  /** Puts back and removes what is kept. Fails before the first jar is touched, or leaves a record by which it can be run again. */
  void restore(OverlayRecord record) throws IOException {
    List<Outcome.Step> steps = steps(record);
    List<Path> made = new ArrayList<>();
    try {
      for (Outcome.Step step : steps) {
        Path staged = files.staged(step.file());
        made.add(staged);
        if (step.replaced()) {
          disk.copy(files.original(step.file()), staged, files.original(step.file()), true);
          Disk.requireSum(staged, step.sha256After(), files.original(step.file()));
        }
      }
      made.add(files.record(OverlayRecord.State.UNDOING));
      disk.write(files.record(OverlayRecord.State.UNDOING), record.in(OverlayRecord.State.UNDOING).toBytes());
    } catch (IOException e) {
      for (Path path : made) {
        disk.delete(path);
      }
      throw e;
    }
    disk.move(files.record(OverlayRecord.State.UNDOING), files.record());
    for (Outcome.Step step : steps) {
      if (step.replaced()) {
        disk.move(files.staged(step.file()), files.jar(step.file()));
      }
    }
    remove(record.jars().stream().map(OverlayRecord.Jar::file).toList());
  }

  /** Nothing is recorded: only what a stopped run left can be there. */
  @SuppressWarnings("try")
  private Outcome sweep(Build build, boolean dryRun) {
    List<String> names = new ArrayList<>();
    List<Path> foreign = new ArrayList<>();
    Installation.open(files, build).jars().forEach((artifact, path) -> {
      Build.Jar jar = build.jars().stream().filter(each -> each.artifact().equals(artifact)).findFirst().orElseThrow();
      FoundJar found = FoundJar.of(path, jar, build.sparkVersion(), Optional.empty());
      if (found.state() == JarState.OURS) {
        throw new UserError(path + " is this build's, but there is no " + files.record() + " that says where the original is. Install Spark "
            + build.sparkVersion() + " anew");
      }
      if (found.state() == JarState.FOREIGN) {
        foreign.add(path);
      }
      names.add(found.file());
    });
    boolean left = Stream.concat(leftovers(names).stream(), Stream.of(files.lock())).anyMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS))
        || emptyFolder();
    if (left && !foreign.isEmpty()) {
      throw new UserError(foreign.get(0) + " is not the release's, and " + files.folder() + " has no record of it; nothing is removed."
          + " Install Spark " + build.sparkVersion() + " anew");
    }
    String note = left ? dryRun ? "what a stopped run left would be removed" : "what a stopped run left is removed" : null;
    if (left && !dryRun) {
      Room.check(files, disk, 0);
      try (OverlayLock lock = OverlayLock.acquire(files, disk)) {
        if (OverlayRecord.read(files.record()).isPresent()) {
          throw new UserError("another 'flatplan overlay' was at work in " + files.home() + "; run again");
        }
        remove(names);
      } catch (IOException e) {
        throw new UserError("cannot remove what a stopped run left in " + files.home() + ": " + Disk.reason(e) + ". " + Room.NEXT);
      }
    }
    return new Outcome("undo", left, dryRun, files.home().toString(), build.sparkVersion(), null, List.of(), note);
  }

  private boolean emptyFolder() {
    if (!Files.isDirectory(files.folder())) {
      return false;
    }
    try (Stream<Path> inside = Files.list(files.folder())) {
      return inside.findAny().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private List<Outcome.Step> steps(OverlayRecord record) {
    List<Outcome.Step> steps = new ArrayList<>();
    for (OverlayRecord.Jar jar : record.jars()) {
      Path path = files.jar(jar.file());
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new UserError(path + ", which the record speaks of, is " + (Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? "no plain file" : "gone")
            + ": the installation was replaced since the overlay. Delete " + files.folder());
      }
      String sha256 = OverlayFiles.sum(path);
      boolean ours = jar.ours(sha256);
      if (!ours && !sha256.equals(jar.sha256Before())) {
        throw new UserError(path + " is neither the original nor ours; somebody replaced it since the overlay. Install Spark "
            + record.sparkVersion() + " anew, or delete " + files.folder() + " to keep it as it is");
      }
      if (ours && files.kept(jar) != KeptState.KEPT) {
        throw new UserError("the original of " + path + " should be in " + files.originals() + " and is "
            + (files.kept(jar) == KeptState.MISSING ? "missing" : "another file") + ". Install Spark " + record.sparkVersion() + " anew");
      }
      JarState state = !ours ? JarState.RELEASE : sha256.equals(jar.sha256After()) ? JarState.OURS : JarState.EARLIER;
      steps.add(new Outcome.Step(jar.file(), state, ours ? null : jar.matched(), ours, sha256, jar.sha256Before()));
    }
    return steps;
  }

  private static long bytes(OverlayRecord record, List<Outcome.Step> steps) {
    long bytes = 0;
    for (int i = 0; i < steps.size(); i++) {
      bytes += steps.get(i).replaced() ? record.jars().get(i).bytesBefore() : 0;
    }
    return bytes;
  }

  private List<Path> leftovers(List<String> names) {
    List<Path> paths = new ArrayList<>(files.passing(names));
    names.forEach(name -> paths.add(files.original(name)));
    paths.add(files.originals());
    return paths;
  }

  /** The record goes last, so that a stopped run can be run again. Lock and folder go with the lock. */
  private void remove(List<String> names) throws IOException {
    for (Path path : leftovers(names)) {
      try {
        disk.delete(path);
      } catch (DirectoryNotEmptyException e) {
        // Somebody keeps files of his own there.
        continue;
      }
    }
    disk.delete(files.record());
  }

  private String leftNote() {
    if (!Files.isDirectory(files.folder())) {
      return "restart what runs on this installation";
    }
    try (Stream<Path> left = Files.list(files.folder())) {
      return files.folder() + " stays, since it has files of others: "
          + String.join(", ", left.map(path -> path.getFileName().toString()).sorted().toList());
    } catch (IOException e) {
      return files.folder() + " stays";
    }
  }

  private Outcome outcome(OverlayRecord record, List<Outcome.Step> steps, boolean dryRun, String note) {
    return new Outcome("undo", true, dryRun, files.home().toString(), record.sparkVersion(), record.rebuiltVersion(), steps, note);
  }
}
