package goku.compactor.job;

import goku.compactor.job.Merger.Fetched;
import goku.compactor.plan.Job;
import goku.compactor.transfer.Transfer;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A run of a job that builds a bucket of a tier.
record CompactRun(Merger merger) {
  /// @param directory existing empty directory
  void run(Task task, Job.Compact job, Workplace place, Path directory, RunningJob progress)
      throws IOException, InterruptedException {
    Transfer transfer = place.transfer();
    List<Fetched> inputs = new ArrayList<>();
    for (Job.Input input : job.inputs()) {
      inputs.add(new Fetched(input, fetch(input, transfer, directory, progress)));
    }

    progress.phase(RunningJob.Phase.WORKING);
    Path output = Files.createDirectory(directory.resolve("output"));
    Manifest manifest = merger.merge(task.namespace(), job, inputs, output, progress::series);

    CountCheck.run(job, manifest, () -> recount(task, job, transfer, directory, progress));

    progress.phase(RunningJob.Phase.BRINGING);
    String target = TierKeys.tierDirectory(job.bucket());
    for (StoredFile file : manifest.files()) {
      transfer.bring(target + file.name(), output.resolve(file.name()), file);
      progress.wrote(file.bytes());
    }
    for (StoredFile file : manifest.files()) {
      transfer.readBack(target + file.name(), file, directory.resolve("read-back"));
    }
    transfer.bring(TierKeys.tierMarker(job.bucket()), manifest.toBytes());
    transfer.readBack(TierKeys.tierMarker(job.bucket()), manifest.toBytes());
    progress.points(manifest.points());
  }

  private List<ConsumedWindows> recount(
      Task task, Job.Compact job, Transfer transfer, Path directory, RunningJob progress)
      throws IOException, InterruptedException {
    Manifest previous = job.previous().orElseThrow();
    Path files = fetch(previous, transfer, directory, progress);
    return merger.count(task.namespace(), job, new Fetched(new Job.Lower(previous), files));
  }

  private static Path fetch(Job.Input input, Transfer transfer, Path directory, RunningJob progress)
      throws IOException, InterruptedException {
    return switch (input) {
      case Job.Part part -> {
        Path file = directory.resolve(part.key().replace('/', '-'));
        fetch(part.key(), part.file(), file, transfer, progress);
        yield file;
      }
      case Job.Lower lower -> fetch(lower.manifest(), transfer, directory, progress);
      case Job.Slice slice -> fetch(slice.manifest(), transfer, directory, progress);
    };
  }

  /// Fetches the files of a bucket once; several slices of a bucket share them.
  private static Path fetch(
      Manifest manifest, Transfer transfer, Path directory, RunningJob progress)
      throws IOException, InterruptedException {
    BucketKey bucket = manifest.bucket();
    String from = TierKeys.tierDirectory(bucket);
    Path to =
        directory.resolve(
            "tier-%d-%d-%d".formatted(bucket.tier(), bucket.startMillis(), bucket.generation()));
    if (Files.exists(to)) {
      return to;
    }
    Files.createDirectory(to);
    for (StoredFile file : manifest.files()) {
      fetch(from + file.name(), file, to.resolve(file.name()), transfer, progress);
    }
    return to;
  }

  private static void fetch(
      String key, StoredFile file, Path to, Transfer transfer, RunningJob progress)
      throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    transfer.fetch(key, file, to);
    progress.read(file.bytes());
  }
}
