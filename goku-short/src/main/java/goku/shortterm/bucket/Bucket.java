package goku.shortterm.bucket;

import goku.codec.ArrivalOrder;
import goku.format.bucket.BucketCoverage.Kind;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import goku.model.Tier;
import goku.model.ValueType;
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

  /// The parts, oldest first. The array is never modified.
  private volatile BucketPart[] parts = NOTHING;

  /// The last part, if it accepts datapoints. Writer only.
  private @Nullable StreamPart active;

  /// Hashes of the metrics that are left out of the file of the sealed parts. Writer only.
  private Set<Long> leftOut = Set.of();

  /// The decision that sealed the parts. Writer only.
  private Decision decision = Decision.NONE;

  /// The generation of the file that was not available for the restore; 0 for none. Writer only.
  private int missingGeneration;

  /// The generation of the file that is destroyed; 0 for none. Writer only.
  private int destroyedGeneration;

  /// The offset up to which the restored file has all records of the log. Writer only.
  private long coveredThrough = -1;

  Bucket(int number, SlabPool pool, MemoryUse use) {
    this.number = number;
    this.pool = pool;
    this.use = use;
  }

  /// Returns the number of a datapoint's bucket. Buckets of later windows have higher numbers.
  public static int numberOf(long timestampMillis) {
    return (int) Math.floorDiv(timestampMillis, WINDOW_MILLIS);
  }

  /// Returns the first millisecond of the window of a bucket.
  public static long startMillis(int number) {
    return number * WINDOW_MILLIS;
  }

  public int number() {
    return number;
  }

  public long startMillis() {
    return startMillis(number);
  }

  /// Returns the last millisecond of the window.
  public long lastMillis() {
    return startMillis() + WINDOW_MILLIS - 1;
  }

  /// Returns the current parts, oldest first.
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

  /// Appends the series' datapoints to the buffer, ascending, with the last arrival of each
  /// timestamp.
  ///
  /// @throws goku.format.CorruptException if a page of the file with these datapoints is corrupt
  public void read(int slot, PointBuffer into) {
    read(parts, slot, into, false);
  }

  /// Appends what the file of sealed parts gets of a series.
  public static void readForFile(List<BucketPart> sealed, int slot, PointBuffer into) {
    read(sealed.toArray(NOTHING), slot, into, true);
  }

  private static void read(BucketPart[] parts, int slot, PointBuffer into, boolean forFile) {
    int from = into.size();
    boolean unsorted = false;
    for (BucketPart part : parts) {
      int before = into.size();
      unsorted |= forFile ? part.readForFile(slot, into) : part.read(slot, into);
      unsorted |=
          before > from
              && into.size() > before
              && into.timestamps()[before] <= into.timestamps()[before - 1];
    }
    if (unsorted) {
      ArrivalOrder.sortKeepingLast(into, from);
    }
  }

  /// Loads the first bytes of the series' data, only to warm the cache; see `BucketPart.touch`.
  public long touch(int[] slots, int count, int[] scratch) {
    long touched = 0;
    for (BucketPart part : parts) {
      touched += part.touch(slots, count, scratch);
    }
    return touched;
  }

  /// Appends a datapoint of the window. Returns false without a change if there is no memory.
  /// Writer only, as are all methods below.
  ///
  /// @param word the value in the form of its type
  public boolean appendPoint(int slot, long timestampMillis, double word, ValueType type) {
    return active().appendToStream(slot, timestampMillis, word, type);
  }

  /// Appends a histogram of the window, like `appendPoint`.
  ///
  /// @param bytes array with the bytes of the histogram, `from` to `from + length - 1`
  public boolean appendHistogram(
      int slot, long timestampMillis, byte[] bytes, int from, int length) {
    return active().appendHistogram(slot, timestampMillis, bytes, from, length);
  }

  /// Returns the datapoints of a series, each arrival counted.
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

  /// Replaces the datapoints of the series. A reader may see them twice in between, but never
  /// misses them.
  void rewrite(int slot, PointBuffer points) {
    StreamPart target = active();
    target.rewrite(slot, points);
    for (BucketPart part : parts) {
      if (part != target) {
        part.remove(slot);
      }
    }
  }

  /// Replaces the datapoints of the series in all streams. Those in the file stay.
  void rewriteStreams(int slot, PointBuffer points) {
    StreamPart target = active();
    if (points.size() > 0) {
      target.rewrite(slot, points);
    } else {
      target.remove(slot);
    }
    for (BucketPart part : parts) {
      if (part instanceof StreamPart streams && streams != target) {
        streams.remove(slot);
      }
    }
  }

  /// Appends the series' datapoints that are in streams, like `read`.
  void readStreams(int slot, PointBuffer into) {
    BucketPart[] streams =
        Arrays.stream(parts).filter(StreamPart.class::isInstance).toArray(BucketPart[]::new);
    read(streams, slot, into, false);
  }

  /// Frees the memory of removed streams as soon as no reader knows them.
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

  /// Returns whether it has other content than its file.
  public boolean differsFromFile() {
    return Arrays.stream(parts)
        .anyMatch(
            part ->
                switch (part) {
                  case StreamPart streams -> !streams.isEmpty();
                  case FinalizedPart file -> file.isCut();
                });
  }

  /// Returns the finalized part.
  public Optional<FinalizedPart> finalized() {
    return parts.length > 0 && parts[0] instanceof FinalizedPart file
        ? Optional.of(file)
        : Optional.empty();
  }

  /// Returns whether its file has a corrupt page, or one that was corrupt when a series was
  /// deleted, so that datapoints are missing. Any thread.
  public boolean isDamaged() {
    BucketPart[] all = parts;
    return all.length > 0 && all[0] instanceof FinalizedPart file && file.isDamaged();
  }

  /// Returns whether a part of a delete waits for the repair of the file. Any thread.
  public boolean defersDeletes() {
    BucketPart[] all = parts;
    return all.length > 0 && all[0] instanceof FinalizedPart file && !file.deferred().isEmpty();
  }

  /// Returns whether the part consists of streams that no longer accept datapoints.
  public boolean isSealed(BucketPart part) {
    return part instanceof StreamPart && part != active;
  }

  /// Returns whether it has streams that will become a file.
  public boolean isBeingFinalized() {
    return Arrays.stream(parts).anyMatch(this::isSealed);
  }

  /// Returns whether it consists of an empty file only. Any thread.
  boolean isEmptyFile() {
    BucketPart[] all = parts;
    return all.length == 1
        && all[0] instanceof FinalizedPart file
        && file.file().seriesCount() == 0;
  }

  /// Returns whether it has, or will have, content that is in no file.
  public boolean isUnsaved() {
    return differsFromFile() || isBeingFinalized();
  }

  /// Seals the active streams: later datapoints go to other streams.
  ///
  /// @param withoutMetrics hashes of metrics whose series are left out of the file
  public void seal(Set<Long> withoutMetrics, Decision by) {
    active = null;
    for (BucketPart part : parts) {
      part.seal();
    }
    leftOut = withoutMetrics;
    decision = by;
  }

  /// Returns the decision that sealed the parts.
  public Decision decision() {
    return decision;
  }

  /// Reports that a file of the bucket was not available for the restore, so that the bucket has
  /// only what came after it.
  ///
  /// @param generation the generation of the file
  public void baseIsMissing(int generation) {
    missingGeneration = generation;
  }

  /// Returns the generation of the last file without which the bucket has only what came after it;
  /// 0 if it has everything. A file that is an addition itself lacks what it was added to.
  public int missingGeneration() {
    return finalized()
        .map(part -> part.file().info())
        .map(file -> file.coverage().kind() == Kind.ADDITION ? file.generation() : 0)
        .orElse(missingGeneration);
  }

  /// Reports that the file of the bucket is destroyed: no copy of it is known. The next file states
  /// a hole.
  ///
  /// @param generation the generation of the file
  public void baseIsDestroyed(int generation) {
    destroyedGeneration = generation;
  }

  /// Returns the generation of the file that is destroyed; 0 if there is none.
  public int destroyedGeneration() {
    return finalized().isPresent() ? 0 : destroyedGeneration;
  }

  /// Reports that the restored file has all records up to the offset.
  public void coverThrough(long offset) {
    coveredThrough = offset;
  }

  /// Returns whether the restored file has the effect of the record at the offset.
  public boolean covers(long offset) {
    return offset <= coveredThrough;
  }

  /// Returns the parts of the next file: all but the one that accepts datapoints.
  public List<BucketPart> sealed() {
    return Arrays.stream(parts).filter(part -> part != active).toList();
  }

  /// Returns the hashes given to `seal`, until the file exists.
  public Set<Long> leftOut() {
    return leftOut;
  }

  /// Returns whether series were removed from sealed parts whose file does not exist yet: a
  /// snapshot would lose that. Any thread.
  public boolean hidesSeries() {
    return Arrays.stream(parts).anyMatch(part -> !part.hidden().isEmpty());
  }

  /// Returns whether the series is in a part, or will be in the file of the sealed ones.
  boolean knows(int slot) {
    return has(slot) || Arrays.stream(parts).anyMatch(part -> part.hasForFile(slot));
  }

  /// Replaces the oldest parts by the finalized part that was made of them, without the series that
  /// were removed meanwhile.
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
    Optional<FinalizedPart> before = finalized();
    for (BucketPart part : finalized) {
      for (int slot : part.hidden()) {
        // a deferred series was removed from streams only
        if (before.filter(file -> file.deferred().has(slot)).isEmpty()) {
          by.remove(slot);
        }
      }
    }
    before.ifPresent(file -> by.deferred().addAll(file.deferred(), by::has));
    parts = changed;
    leftOut = Set.of();
    reclaimer.retire(() -> finalized.forEach(BucketPart::close));
  }

  /// Puts the file before the other parts, while a shard recovers.
  public void restore(FinalizedPart file) {
    BucketPart[] changed = new BucketPart[parts.length + 1];
    changed[0] = file;
    System.arraycopy(parts, 0, changed, 1, parts.length);
    parts = changed;
  }

  /// Returns the part that accepts datapoints, after creating it if necessary.
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
