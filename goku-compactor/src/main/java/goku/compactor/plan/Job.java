package goku.compactor.plan;

import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.Tombstone;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Something to make. Equal jobs make the same bytes.
public sealed interface Job {
  /// Tier 1, which is where fresh data get served from, and what it needs come first; the oldest
  /// before the others.
  Comparator<Job> ORDER =
      Comparator.comparingInt((Job job) -> Math.max(1, job.bucket().tier()))
          .thenComparingLong(job -> job.bucket().startMillis())
          .thenComparing(Job::bucket);

  /// What it makes: for tier 0, a shuffled bucket.
  BucketKey bucket();

  /// The length of what it reads.
  long inputBytes();

  /// Splits a finalized bucket by the sharding of GokuL.
  ///
  /// @param again there is a marker that is not for this sharding
  record Shuffle(BucketKey bucket, long inputBytes, boolean again) implements Job {}

  /// Makes a bucket of a tier.
  ///
  /// @param inputs by time
  /// @param deletes what is left out of all of them
  /// @param inputKeys for the manifest, ascending; those of what the previous generation stands for
  ///   are among them, and those of the deletes
  record Compact(
      BucketKey bucket,
      Tier tier,
      List<Input> inputs,
      List<Tombstone> deletes,
      List<String> inputKeys)
      implements Job {
    public Compact {
      inputs = List.copyOf(inputs);
      deletes = List.copyOf(deletes);
      inputKeys = List.copyOf(inputKeys);
    }

    @Override
    public long inputBytes() {
      return inputs.stream().mapToLong(Input::bytes).sum();
    }
  }

  /// What a bucket is made of.
  sealed interface Input {
    long bytes();
  }

  /// A file of a shuffled bucket.
  ///
  /// @param key in S3
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

  /// A stretch of the previous generation of the bucket that is made.
  ///
  /// @param endMillis the first millisecond behind it
  /// @param without shards of GokuS whose series are left out, because there is something newer
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
