package goku.compactor.job;

import goku.compactor.plan.Job;
import goku.compactor.transfer.Storage;
import goku.format.FormatException;
import goku.format.bucket.BucketInfo;
import goku.model.FormatLevel;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.model.Tier;
import goku.tier.Coverage;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A run of a job that splits a finalized bucket by the sharding of GokuL.
record ShuffleRun(Splitter splitter, FormatLevel formats) {
  /// @param directory existing empty directory
  void run(Task task, Job.Shuffle job, Workplace place, Path directory, RunningJob progress)
      throws IOException, InterruptedException {
    Storage storage = place.transfer().storage();
    Namespace namespace = task.namespace();
    Path input = directory.resolve("input.goku");
    place.transfer().fetch(TierKeys.finalized(job.bucket()), input);
    progress.read(Files.size(input));

    progress.phase(RunningJob.Phase.WORKING);
    long length = Tier.MEMORY_BUCKET.toMillis();
    var info =
        new BucketInfo(
            namespace.name(),
            job.bucket().shard(),
            job.bucket().startMillis(),
            length,
            job.bucket().generation());
    Sharding sharding = namespace.diskSharding();
    Path output = Files.createDirectory(directory.resolve("output"));
    Coverage coverage;
    try {
      coverage = splitter.split(input, info, sharding, output);
    } catch (FormatException corrupt) {
      leaveNote(storage, TierKeys.finalized(job.bucket()));
      throw corrupt;
    }

    progress.phase(RunningJob.Phase.BRINGING);
    String target = TierKeys.shuffledDirectory(job.bucket());
    if (job.again()) {
      // no reader may find the files of one sharding by the marker of another
      storage.delete(TierKeys.shuffledMarker(job.bucket()));
    }
    List<StoredFile> files = new ArrayList<>();
    for (Path part : files(output)) {
      StoredFile file = StoredFile.of(part);
      storage.put(target + file.name(), part);
      progress.wrote(file.bytes());
      files.add(file);
    }
    for (StoredFile file : files) {
      place.transfer().readBack(target + file.name(), file, directory.resolve("read-back"));
    }
    var marker =
        new ShuffleMarker(
            formats.level() == FormatLevel.FIRST && coverage == Coverage.UNKNOWN
                ? ShuffleMarker.FIRST_VERSION
                : ShuffleMarker.VERSION,
            namespace.name(),
            job.bucket().shard(),
            job.bucket().startMillis(),
            length,
            job.bucket().generation(),
            sharding.shardGroups(),
            sharding.shardsPerGroup(),
            files,
            coverage);
    storage.put(TierKeys.shuffledMarker(job.bucket()), marker.toBytes());
    place.transfer().readBack(TierKeys.shuffledMarker(job.bucket()), marker.toBytes());
  }

  /// Tells GokuS, which replaces the object if a replica has a good file.
  private static void leaveNote(Storage storage, String key) {
    var _ = storage.putIfAbsent(TierKeys.damageNote(key), new byte[0]);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
