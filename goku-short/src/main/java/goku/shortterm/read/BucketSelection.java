package goku.shortterm.read;

import goku.format.CorruptException;
import goku.index.SeriesIndex;
import goku.index.SeriesTable;
import goku.index.TermDictionary;
import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.model.ShardId;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.rpc.ShardUnavailableException;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.FinalizedPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// The series of a shard that passed a filter, and their datapoints, held by a pin until `close`.
final class BucketSelection implements SeriesSelection {
  private final ShardId shard;
  private final Reclaimer.Pin pin;
  private final SeriesTable series;
  private final TermDictionary terms;
  private final Bucket[] buckets;
  private final int[] slots;
  private final TimeRange range;

  /// True for a bucket with a corrupt page among those to be read, which the answer does not have.
  private final boolean[] damaged;

  private final AtomicBoolean closed = new AtomicBoolean();

  /// @param buckets the buckets, ascending
  BucketSelection(
      ShardId shard,
      Reclaimer.Pin pin,
      SeriesIndex index,
      Bucket[] buckets,
      int[] slots,
      TimeRange range) {
    this.shard = shard;
    this.pin = pin;
    this.series = index.series();
    this.terms = index.terms();
    this.buckets = buckets;
    this.slots = slots;
    this.range = range;
    damaged = new boolean[buckets.length];
    for (int i = 0; i < buckets.length; i++) {
      damaged[i] = buckets[i].finalized().map(this::isDamaged).orElse(false);
    }
  }

  /// Verifies the pages that will be read, so that the caller knows before it reads what the answer
  /// lacks. Costs nothing once all pages of the file are verified.
  private boolean isDamaged(FinalizedPart file) {
    if (file.isWhole()) {
      return false;
    }
    boolean found = false;
    for (int slot : slots) {
      found |= !file.require(slot);
    }
    return found;
  }

  @Override
  public int size() {
    return slots.length;
  }

  @Override
  public String metric(int position) {
    return terms.text(series.metric(slots[position]));
  }

  @Override
  public int metricTerm(int position) {
    return series.metric(slots[position]);
  }

  @Override
  public int tagTerms(int position, int[] into) {
    return series.tags(slots[position], into);
  }

  @Override
  public int keyOf(int term) {
    return terms.keyOf(term);
  }

  @Override
  public Tag tag(int term) {
    return new Tag(terms.text(terms.keyOf(term)), terms.value(term));
  }

  @Override
  public SeriesReader reader() {
    return new Reader();
  }

  @Override
  public Set<String> origins() {
    return Set.of("short");
  }

  /// A reader without state of its own, because memory is shared.
  private final class Reader implements SeriesReader {
    /// Loads the data of series in advance. A series is in some two dozen places of memory, and a
    /// load that misses all caches takes as long as decoding ten datapoints. Independent loads
    /// overlap.
    @Override
    public long prefetch(int[] positions, int from, int to) {
      int[] next = new int[to - from];
      int[] scratch = new int[to - from];
      long touched = 0;
      for (int i = from; i < to; i++) {
        next[i - from] = slots[positions[i]];
        touched += series.tags(next[i - from], scratch);
      }
      for (Bucket bucket : buckets) {
        touched += bucket.touch(next, next.length, scratch);
      }
      return touched;
    }

    /// Returns one range per bucket.
    @Override
    public List<TimeRange> pieces() {
      List<TimeRange> pieces = new ArrayList<>(buckets.length);
      for (Bucket bucket : buckets) {
        pieces.add(
            new TimeRange(
                Math.max(bucket.startMillis(), range.startMillis()),
                Math.min(bucket.lastMillis(), range.endMillis())));
      }
      return pieces;
    }

    @Override
    public void read(int position, int piece, PointBuffer into) {
      requireOpen();
      into.clear();
      readBucket(piece, slots[position], into);
      cut(into);
    }

    @Override
    public void read(int position, PointBuffer into) {
      requireOpen();
      into.clear();
      for (int i = 0; i < buckets.length; i++) {
        readBucket(i, slots[position], into);
      }
      cut(into);
    }

    private void readBucket(int number, int slot, PointBuffer into) {
      int before = into.size();
      try {
        buckets[number].read(slot, into);
      } catch (CorruptException corrupt) {
        into.setSize(before);
        if (!damaged[number]) {
          // the answer claims to have this bucket
          throw new ShardUnavailableException(shard);
        }
      }
    }
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("the selection is closed");
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      pin.close();
    }
  }

  /// Removes datapoints outside of the range.
  private void cut(PointBuffer points) {
    long[] timestamps = points.timestamps();
    int size = points.size();
    if (size == 0 || (range.contains(timestamps[0]) && range.contains(timestamps[size - 1]))) {
      return;
    }
    int from = ceiling(timestamps, size, range.startMillis());
    boolean open = range.endMillis() == Long.MAX_VALUE;
    int to = open ? size : ceiling(timestamps, size, range.endMillis() + 1);
    System.arraycopy(timestamps, from, timestamps, 0, to - from);
    System.arraycopy(points.words(), from, points.words(), 0, to - from);
    points.setSize(to - from);
  }

  /// Returns the index of the first timestamp not below the bound. Timestamps are distinct.
  private static int ceiling(long[] timestamps, int size, long bound) {
    int found = Arrays.binarySearch(timestamps, 0, size, bound);
    return found >= 0 ? found : -found - 1;
  }
}
