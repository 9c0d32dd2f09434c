package goku.compactor.work;

import goku.compactor.job.Merger;
import goku.compactor.merge.BucketFileSource;
import goku.compactor.merge.Compaction;
import goku.compactor.merge.LeftOut;
import goku.compactor.merge.SortedSource;
import goku.compactor.plan.Job;
import goku.compactor.sst.TierBucketSource;
import goku.model.Blocklist;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.tier.Manifest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// Opens inputs and merges them, without the metrics that are blocked when it begins: those of
/// GokuS and, as late datapoints and higher tiers come here too, of all tiers. Thread-safe.
public final class SourceMerger implements Merger {
  private final Live<Blocklist> blocklist;
  private final Counter leftOut;

  public SourceMerger(Live<Blocklist> blocklist, MeterRegistry registry) {
    this.blocklist = blocklist;
    leftOut =
        Counter.builder("goku.compactor.blocked.series")
            .description("series of inputs that were left out because they are blocked")
            .register(registry);
  }

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
    List<LeftOut> blocked = blocked(inputs, namespace.sharding());
    List<SortedSource> sources = new ArrayList<>();
    try {
      for (Fetched input : inputs) {
        sources.add(open(input, namespace.sharding()));
      }
      Manifest manifest = compaction.run(sources, blocked, directory, progress);
      blocked.forEach(one -> leftOut.increment((double) one.series()));
      return manifest;
    } finally {
      for (SortedSource source : sources) {
        source.close();
      }
    }
  }

  private List<LeftOut> blocked(List<Fetched> inputs, Sharding memory)
      throws IOException, InterruptedException {
    Blocklist now = blocklist.current();
    List<LeftOut> blocked = new ArrayList<>();
    for (Fetched input : inputs) {
      if (now.isEmpty()) {
        blocked.add(LeftOut.NOTHING);
      } else {
        try (SortedSource names = open(input, memory)) {
          blocked.add(LeftOut.of(names, now));
        }
      }
    }
    return blocked;
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
