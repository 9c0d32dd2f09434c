package goku.compactor.work;

import goku.compactor.job.Merger;
import goku.compactor.merge.BucketFileSource;
import goku.compactor.merge.Compaction;
import goku.compactor.merge.SortedSource;
import goku.compactor.plan.Job;
import goku.compactor.sst.TierBucketSource;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// Opens inputs and merges them. Thread-safe.
public final class SourceMerger implements Merger {
  @Override
  public Manifest merge(
      Namespace namespace,
      Job.Compact job,
      List<Fetched> inputs,
      Path directory,
      LongConsumer progress)
      throws IOException, InterruptedException {
    var bucket = job.bucket();
    var compaction =
        new Compaction(
            namespace.name(),
            bucket.shard(),
            job.tier(),
            bucket.startMillis(),
            bucket.generation(),
            job.inputKeys());
    List<SortedSource> sources = new ArrayList<>();
    try {
      for (Fetched input : inputs) {
        sources.add(open(input, namespace.sharding()));
      }
      return compaction.run(sources, directory, progress);
    } finally {
      for (SortedSource source : sources) {
        source.close();
      }
    }
  }

  private static SortedSource open(Fetched input, Sharding memory) throws IOException {
    return switch (input.input()) {
      case Job.Part _ -> BucketFileSource.open(input.path());
      case Job.Lower lower -> new TierBucketSource(input.path(), lower.manifest());
      case Job.Slice slice ->
          new SlicedSource(new TierBucketSource(input.path(), slice.manifest()), slice, memory);
    };
  }
}
