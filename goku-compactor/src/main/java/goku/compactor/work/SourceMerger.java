package goku.compactor.work;

import goku.compactor.deletion.ThinnedSource;
import goku.compactor.job.Merger;
import goku.compactor.merge.BucketFileSource;
import goku.compactor.merge.Compaction;
import goku.compactor.merge.Evidence;
import goku.compactor.merge.LeftOut;
import goku.compactor.plan.Job;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.TierBucketSource;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.model.Tier;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// A merger that opens the inputs and merges them. It leaves out deleted data, and the metrics that
/// are blocked when it begins. Blocked metrics are left out of all tiers, as late datapoints and
/// higher tiers pass through here too. Thread-safe.
public final class SourceMerger implements Merger {
  private final Live<Blocklist> blocklist;
  private final FormatLevel formats;
  private final Counter leftOut;
  private final Counter deletes;

  /// @param formats level of the formats in which manifests are written
  public SourceMerger(Live<Blocklist> blocklist, FormatLevel formats, MeterRegistry registry) {
    this.blocklist = blocklist;
    this.formats = formats;
    leftOut =
        Counter.builder("goku.compactor.blocked.series")
            .description("series of inputs that were left out because they are blocked")
            .register(registry);
    deletes =
        Counter.builder("goku.compactor.deletes.applied")
            .description("deletes applied, counted once per bucket")
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
            job.inputKeys(),
            new Evidence(version(), namespace.sharding(), job.consumed(), job.incomplete()));
    List<LeftOut> without = leftOut(job, inputs, namespace.sharding());
    List<SortedSource> sources = new ArrayList<>();
    try {
      for (Fetched input : inputs) {
        sources.add(open(job, input, namespace.sharding()));
      }
      Manifest manifest = compaction.run(sources, without, directory, progress);
      without.forEach(one -> leftOut.increment((double) one.series()));
      deletes.increment(job.deletes().size());
      return manifest;
    } finally {
      for (SortedSource source : sources) {
        source.close();
      }
    }
  }

  @Override
  public List<ConsumedWindows> count(Namespace namespace, Job.Compact job, Fetched bucket)
      throws IOException, InterruptedException {
    Sharding memory = namespace.sharding();
    LeftOut without = leftOut(job, List.of(bucket), memory).getFirst();
    try (SortedSource source = open(job, bucket, memory)) {
      Manifest manifest = ((Job.Lower) bucket.input()).manifest();
      return Compaction.count(source, without, manifest, memory, job.consumed());
    }
  }

  private int version() {
    return formats.level() == FormatLevel.FIRST ? Manifest.FIRST_VERSION : Manifest.VERSION;
  }

  private List<LeftOut> leftOut(Job.Compact job, List<Fetched> inputs, Sharding memory)
      throws IOException, InterruptedException {
    Blocklist now = blocklist.current();
    List<LeftOut> without = new ArrayList<>();
    for (Fetched input : inputs) {
      if (now.isEmpty() && job.deletes().isEmpty()) {
        without.add(LeftOut.NOTHING);
      } else {
        try (SortedSource names = open(job, input, memory)) {
          without.add(
              names instanceof ThinnedSource
                  ? LeftOut.ofThinned(names, now)
                  : LeftOut.of(names, now));
        }
      }
    }
    return without;
  }

  /// Opens an input without its deleted data. A source that cannot be thinned is closed.
  private static SortedSource open(Job.Compact job, Fetched input, Sharding memory)
      throws IOException {
    SortedSource whole = open(input, memory);
    boolean thinned = false;
    try {
      SortedSource left = ThinnedSource.of(whole, deletes(job, input.input()));
      thinned = true;
      return left;
    } finally {
      if (!thinned) {
        whole.close();
      }
    }
  }

  /// Returns the deletes that touch the window of the input.
  private static List<Tombstone> deletes(Job.Compact job, Job.Input input) {
    return switch (input) {
      case Job.Part part ->
          TierKeys.parseShuffled(part.key())
              .map(entry -> entry.bucket().startMillis())
              .map(start -> touching(job, start, start + Tier.MEMORY_BUCKET.toMillis()))
              .orElseGet(job::deletes);
      case Job.Lower(Manifest lower) -> touching(job, lower.startMillis(), lower.endMillis());
      case Job.Slice slice -> touching(job, slice.startMillis(), slice.endMillis());
    };
  }

  private static List<Tombstone> touching(Job.Compact job, long startMillis, long endMillis) {
    return job.deletes().stream().filter(delete -> delete.touches(startMillis, endMillis)).toList();
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
