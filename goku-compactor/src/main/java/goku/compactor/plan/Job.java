package goku.compactor.plan;

import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.Tombstone;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A bucket to build. Equal jobs build the same bytes.
public sealed interface Job {
  /// The order of jobs: tier 1, which serves fresh data, and its inputs first; then older windows
  /// first.
  Comparator<Job> ORDER =
      Comparator.comparingInt((Job job) -> Math.max(1, job.bucket().tier()))
          .thenComparingLong(job -> job.bucket().startMillis())
          .thenComparing(Job::bucket);

  /// Returns the bucket to build: for tier 0, a shuffled bucket.
  BucketKey bucket();

  /// Returns the size of the inputs in bytes.
  long inputBytes();

  /// A job that splits a finalized bucket by the sharding of GokuL.
  ///
  /// @param again whether a marker of another sharding exists
  record Shuffle(BucketKey bucket, long inputBytes, boolean again) implements Job {}

  /// A job that builds a bucket of a tier.
  ///
  /// @param inputs inputs by time
  /// @param deletes deletes that are applied to all inputs
  /// @param inputKeys keys for the manifest, ascending, with those of the deletes and those of
  ///   inputs that only the previous generation still contains
  /// @param consumed generations of the windows of GokuS in it, by shard of GokuS
  /// @param incomplete those windows that lack datapoints, ascending
  /// @param replacing finalized files that may have fewer datapoints than those that they replace
  /// @param previous generation that it replaces
  record Compact(
      BucketKey bucket,
      Tier tier,
      List<Input> inputs,
      List<Tombstone> deletes,
      List<String> inputKeys,
      List<ConsumedWindows> consumed,
      List<IncompleteWindow> incomplete,
      Set<BucketKey> replacing,
      Optional<Manifest> previous)
      implements Job {
    public Compact {
      consumed = List.copyOf(consumed);
      incomplete = List.copyOf(incomplete);
      replacing = Set.copyOf(replacing);
      inputs = List.copyOf(inputs);
      deletes = List.copyOf(deletes);
      inputKeys = List.copyOf(inputKeys);
    }

    @Override
    public long inputBytes() {
      return inputs.stream().mapToLong(Input::bytes).sum();
    }
  }

  /// An input of a bucket.
  sealed interface Input {
    long bytes();
  }

  /// A file of a shuffled bucket.
  ///
  /// @param key key in S3
  record Part(String key, StoredFile file) implements Input {
    @Override
    public long bytes() {
      return file.bytes();
    }
  }

  /// A bucket of a lower tier.
  record Lower(Manifest manifest) implements Input {
    @Override
    public long bytes() {
      return bytesOf(manifest);
    }
  }

  /// A time range of the previous generation of the bucket that is built.
  ///
  /// @param endMillis first millisecond after the range
  /// @param without shards of GokuS whose series are left out, because newer data replace them
  record Slice(Manifest manifest, long startMillis, long endMillis, Set<Integer> without)
      implements Input {
    public Slice {
      without = Set.copyOf(without);
    }

    @Override
    public long bytes() {
      return bytesOf(manifest);
    }
  }

  private static long bytesOf(Manifest manifest) {
    return manifest.files().stream().mapToLong(StoredFile::bytes).sum();
  }
}
