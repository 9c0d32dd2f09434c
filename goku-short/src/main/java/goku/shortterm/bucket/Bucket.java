package goku.shortterm.bucket;

import goku.codec.ArrivalOrder;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import goku.model.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The datapoints of a shard in one window of `Tier.MEMORY_BUCKET`; see the package's description.
public final class Bucket {
  private static final long WINDOW_MILLIS = Tier.MEMORY_BUCKET.toMillis();
  private static final BucketPart[] NOTHING = {};

  private final int number;
  private final SlabPool pool;
  private final MemoryUse use;

  /// Oldest first. Never changed once it is here.
  private volatile BucketPart[] parts = NOTHING;

  /// The last of the parts, if it takes datapoints. Writer only.
  private @Nullable StreamPart active;

  /// Hashes of the metrics that do not come into the file which the sealed parts become. Writer
  /// only.
  private Set<Long> leftOut = Set.of();

  Bucket(int number, SlabPool pool, MemoryUse use) {
    this.number = number;
    this.pool = pool;
    this.use = use;
  }

  /// The number of the bucket that a datapoint belongs to; buckets of later windows have higher
  /// ones.
  public static int numberOf(long timestampMillis) {
    return (int) Math.floorDiv(timestampMillis, WINDOW_MILLIS);
  }

  public int number() {
    return number;
  }

  public long startMillis() {
    return number * WINDOW_MILLIS;
  }

  /// The last millisecond of the window.
  public long lastMillis() {
    return startMillis() + WINDOW_MILLIS - 1;
  }

  /// The parts as they are now, oldest first.
  public List<BucketPart> parts() {
    return List.of(parts);
  }

  public boolean has(int slot) {
    for (BucketPart part : parts) {
      if (part.has(slot)) {
        return true;
      }
    }
    return false;
  }

  /// Appends the series' datapoints to the buffer, ascending, the last arrival of each timestamp.
  public void read(int slot, PointBuffer into) {
    read(parts, slot, into);
  }

  /// The same of some of a bucket's parts.
  public static void read(List<BucketPart> parts, int slot, PointBuffer into) {
    read(parts.toArray(NOTHING), slot, into);
  }

  private static void read(BucketPart[] parts, int slot, PointBuffer into) {
    int from = into.size();
    boolean unsorted = false;
    for (BucketPart part : parts) {
      int before = into.size();
      unsorted |= part.read(slot, into);
      unsorted |=
          before > from
              && into.size() > before
              && into.timestamps()[before] <= into.timestamps()[before - 1];
    }
    if (unsorted) {
      ArrivalOrder.sortKeepingLast(into, from);
    }
  }

  /// Loads the first bytes of what the series have, for the cache alone; see `BucketPart.touch`.
  public long touch(int[] slots, int count, int[] scratch) {
    long touched = 0;
    for (BucketPart part : parts) {
      touched += part.touch(slots, count, scratch);
    }
    return touched;
  }

  /// Appends a datapoint of the window. False, and nothing is changed, when there is no memory.
  /// Writer only, as is all that follows.
  public boolean append(int slot, long timestampMillis, double value) {
    return active().append(slot, timestampMillis, value);
  }

  /// Datapoints of a series, each arrival counted.
  int count(int slot) {
    int count = 0;
    for (BucketPart part : parts) {
      count += part.count(slot);
    }
    return count;
  }

  /// Removes all datapoints of a series.
  void remove(int slot) {
    for (BucketPart part : parts) {
      part.remove(slot);
    }
  }

  /// Leaves the series with these datapoints alone. A reader sees them twice before it sees them
  /// once, and never not at all.
  void rewrite(int slot, PointBuffer points) {
    StreamPart target = active();
    target.rewrite(slot, points);
    for (BucketPart part : parts) {
      if (part != target) {
        part.remove(slot);
      }
    }
  }

  /// Gives memory of removed streams back when no reader knows them any more.
  void retireStreams(Reclaimer reclaimer) {
    for (BucketPart part : parts) {
      if (part instanceof StreamPart streams) {
        streams.retire(reclaimer);
      }
    }
  }

  boolean isEmpty() {
    return Arrays.stream(parts).allMatch(BucketPart::isEmpty);
  }

  /// Whether it has anything else than what its file says.
  public boolean differsFromFile() {
    return Arrays.stream(parts)
        .anyMatch(
            part ->
                switch (part) {
                  case StreamPart streams -> !streams.isEmpty();
                  case FinalizedPart file -> file.isCut();
                });
  }

  /// What was finalized of it.
  public Optional<FinalizedPart> finalized() {
    return parts.length > 0 && parts[0] instanceof FinalizedPart file
        ? Optional.of(file)
        : Optional.empty();
  }

  /// Whether the part consists of streams that take no datapoints any more.
  public boolean isSealed(BucketPart part) {
    return part instanceof StreamPart && part != active;
  }

  /// Whether it has streams that are to become a file.
  public boolean isBeingFinalized() {
    return Arrays.stream(parts).anyMatch(this::isSealed);
  }

  /// Whether it is a file that says that there is nothing, and was never more. Any thread.
  boolean isEmptyFile() {
    BucketPart[] all = parts;
    return all.length == 1
        && all[0] instanceof FinalizedPart file
        && file.file().seriesCount() == 0;
  }

  /// Whether it has, or is to have, what no file has.
  public boolean isUnsaved() {
    return differsFromFile() || isBeingFinalized();
  }

  /// Seals the active streams: datapoints that come later go to others.
  ///
  /// @param withoutMetrics hashes of metrics whose series do not come into the file
  public void seal(Set<Long> withoutMetrics) {
    active = null;
    leftOut = withoutMetrics;
  }

  /// What the next file is made of: all parts but the one that takes datapoints.
  public List<BucketPart> sealed() {
    return Arrays.stream(parts).filter(part -> part != active).toList();
  }

  /// What was given to `seal`, until the file is there.
  public Set<Long> leftOut() {
    return leftOut;
  }

  /// Puts a finalized part in the place of the parts that it was made of, which are the oldest
  /// ones.
  public void replace(List<BucketPart> finalized, FinalizedPart by, Reclaimer reclaimer) {
    List<BucketPart> all = parts();
    if (all.size() < finalized.size() || !all.subList(0, finalized.size()).equals(finalized)) {
      throw new IllegalStateException("bucket %d changed while it was finalized".formatted(number));
    }
    BucketPart[] changed = new BucketPart[all.size() - finalized.size() + 1];
    changed[0] = by;
    for (int i = 1; i < changed.length; i++) {
      changed[i] = all.get(finalized.size() + i - 1);
    }
    parts = changed;
    leftOut = Set.of();
    reclaimer.retire(() -> finalized.forEach(BucketPart::close));
  }

  /// Puts the file in front of the other parts: while a shard recovers.
  public void restore(FinalizedPart file) {
    BucketPart[] changed = new BucketPart[parts.length + 1];
    changed[0] = file;
    System.arraycopy(parts, 0, changed, 1, parts.length);
    parts = changed;
  }

  /// The part that takes datapoints, made if there is none.
  public StreamPart active() {
    StreamPart current = active;
    if (current == null) {
      current = new StreamPart(startMillis(), pool, use);
      BucketPart[] changed = Arrays.copyOf(parts, parts.length + 1);
      changed[parts.length] = current;
      active = current;
      parts = changed;
    }
    return current;
  }

  /// Frees all parts.
  void close() {
    for (BucketPart part : parts) {
      part.close();
    }
  }
}
