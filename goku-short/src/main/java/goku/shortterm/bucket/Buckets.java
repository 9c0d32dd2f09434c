package goku.shortterm.bucket;

import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The buckets of a shard, each from its first datapoint until all of it is older than the memory
/// TTL. All of them accept datapoints, including finalized ones: the ingestor decides how late
/// datapoints may come, and a replay must not decide again by a later clock.
///
/// The writer replaces the published list. Readers that hold a pin use it as it is.
public final class Buckets {
  /// The generation of a file that may exist. It is less than all that are written.
  private static final int UNKNOWN = 1;

  private final SlabPool pool;
  private final MemoryUse use;
  private final Reclaimer reclaimer;

  /// The buckets, ascending. The list is never modified.
  private volatile List<Bucket> live = List.of();

  /// The number of the first bucket that was not dropped; the smallest int if none was.
  private volatile int heldFrom = Integer.MIN_VALUE;

  /// The number of the first bucket that the shard has from its begin. Of an earlier one it has
  /// only what comes late: another replica may keep that window, or `backfill` was raised.
  private int wholeFrom = Integer.MIN_VALUE;

  /// The generations of files that were not available for the restore, by the numbers of their
  /// buckets.
  private SortedMap<Integer, Integer> gone = Collections.emptySortedMap();

  /// The generations of destroyed files, by the numbers of their buckets.
  private SortedMap<Integer, Integer> destroyed = Collections.emptySortedMap();

  /// The bucket that the writer used last, which is usually the next one too.
  private @Nullable Bucket last;

  public Buckets(SlabPool pool, MemoryUse use, Reclaimer reclaimer) {
    this.pool = pool;
    this.use = use;
    this.reclaimer = reclaimer;
  }

  /// Returns the bucket with the number, after creating it if necessary. Writer only.
  public Bucket forWriting(int number) {
    Bucket bucket = last;
    if (bucket == null || bucket.number() != number) {
      bucket = find(number);
      last = bucket;
    }
    return bucket;
  }

  /// Drops the buckets below the number. Their memory is freed after the last reader. Writer only.
  public void dropBefore(int number) {
    if (!live.isEmpty() && live.getFirst().number() < number) {
      holdFrom(number); // before its datapoints vanish
    }
    drop(bucket -> bucket.number() < number);
  }

  /// Returns the number of the first bucket that was not dropped; the smallest int if none was. Any
  /// thread.
  public int heldFrom() {
    return heldFrom;
  }

  /// Returns the number of the first bucket that the shard has from its begin; the smallest int if
  /// it has all. Writer only.
  public int wholeFrom() {
    return wholeFrom;
  }

  /// Records that nothing is known any longer of buckets below the number. Writer only.
  public void holdFrom(int number) {
    heldFrom = Math.max(heldFrom, number);
    wholeFrom = Math.max(wholeFrom, number);
  }

  /// Records that files were not available for the restore. Their buckets accept what the rest of
  /// the log has for them, because nothing else has it. Writer only.
  ///
  /// @param generations the generations of the files by the numbers of their buckets
  public void lack(SortedMap<Integer, Integer> generations) {
    gone = generations;
    if (!gone.isEmpty()) {
      heldFrom = Math.max(heldFrom, gone.lastKey() + 1);
    }
    live.forEach(this::mark);
  }

  /// Records that files are destroyed: no copy of them is known. Writer only.
  ///
  /// @param generations the generations of the files by the numbers of their buckets
  public void destroyed(SortedMap<Integer, Integer> generations) {
    destroyed = generations;
    live.forEach(this::mark);
  }

  private void mark(Bucket bucket) {
    Integer missing = gone.get(bucket.number());
    if (missing != null) {
      bucket.baseIsMissing(missing);
    } else if (bucket.number() < wholeFrom) {
      bucket.baseIsMissing(UNKNOWN);
    }
    Integer lost = destroyed.get(bucket.number());
    if (lost != null) {
      bucket.baseIsDestroyed(lost);
    }
  }

  /// Drops all buckets, as the shard closes. Writer only.
  public void close() {
    drop(_ -> true);
  }

  /// Drops buckets without datapoints, unless they have a file that says otherwise, or will get
  /// one. Writer only.
  public void dropEmpty() {
    drop(bucket -> bucket.isEmpty() && bucket.finalized().isEmpty() && !bucket.isBeingFinalized());
  }

  /// Returns the number of the last bucket with datapoints of the series, also with those that only
  /// its next file gets; the smallest int for none. Writer only.
  public int lastWith(int slot) {
    for (Bucket bucket : live.reversed()) {
      if (bucket.knows(slot)) {
        return bucket.number();
      }
    }
    return Integer.MIN_VALUE;
  }

  /// Returns the buckets that can have datapoints in the range, ascending.
  public Bucket[] overlapping(TimeRange range) {
    List<Bucket> all = live;
    var found = new Bucket[all.size()];
    int count = 0;
    for (Bucket bucket : all) {
      if (bucket.lastMillis() >= range.startMillis()
          && bucket.startMillis() <= range.endMillis()
          && !bucket.isEmptyFile()) {
        found[count++] = bucket;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /// Returns the windows whose file has a corrupt page. Any thread.
  public Holes damaged() {
    Holes damaged = Holes.NONE;
    for (Bucket bucket : live) {
      if (bucket.isDamaged()) {
        long end = bucket.lastMillis() + 1;
        damaged = damaged.plus(new Hole(bucket.startMillis(), end, HoleCause.DAMAGED));
      }
    }
    return damaged;
  }

  /// Returns all buckets, ascending.
  public List<Bucket> all() {
    return live;
  }

  public int count() {
    return live.size();
  }

  /// Frees the memory of replaced streams as soon as no reader knows them. Writer only.
  public void retireStreams() {
    live.forEach(bucket -> bucket.retireStreams(reclaimer));
  }

  private void drop(Predicate<Bucket> condition) {
    List<Bucket> all = live;
    List<Bucket> dropped = all.stream().filter(condition).toList();
    if (!dropped.isEmpty()) {
      live = all.stream().filter(condition.negate()).toList();
      last = null;
      reclaimer.retire(() -> dropped.forEach(Bucket::close));
    }
  }

  private Bucket find(int number) {
    for (Bucket bucket : live) {
      if (bucket.number() == number) {
        return bucket;
      }
    }
    return add(number);
  }

  private Bucket add(int number) {
    var bucket = new Bucket(number, pool, use);
    mark(bucket);
    live =
        Stream.concat(live.stream(), Stream.of(bucket))
            .sorted(Comparator.comparingInt(Bucket::number))
            .toList();
    return bucket;
  }
}
