package goku.shortterm.read;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.config.DurationText;
import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.control.QueryControl;
import goku.query.partial.PartialPlan;
import goku.query.shard.PreAggregated;
import goku.query.shard.ShardData;
import goku.query.usage.ShardUsage;
import goku.rpc.ShardUnavailableException;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.preaggregation.GroupScan;
import goku.shortterm.shard.Shard;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The access of queries to a shard in memory (section 4.7.3 of the paper). Each call pins what it
/// reads. Only `awaitApplied` waits for the shard's writer, and the writer never waits for a call.
/// A closed shard is a `ShardUnavailableException`.
public final class ShardReader implements ShardData {
  private final Shard shard;
  private final Supplier<Holes> holes;
  private final LongSupplier lagMillis;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final Reclaimer reclaimer;

  /// Creates a reader of a complete shard without lag.
  public ShardReader(Shard shard) {
    this(shard, shard.buckets()::damaged, () -> 0);
  }

  /// @param holes gives all current holes of the shard
  /// @param lagMillis the supplier of `lagMillis()`
  public ShardReader(Shard shard, Supplier<Holes> holes, LongSupplier lagMillis) {
    this.shard = shard;
    this.holes = holes;
    this.lagMillis = lagMillis;
    index = shard.index();
    buckets = shard.buckets();
    reclaimer = shard.reclaimer();
  }

  /// Omits series without a datapoint in any bucket that overlaps the range.
  @Override
  public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
    var pin = reclaimer.pin();
    try {
      requireOpen();
      Bucket[] inRange = buckets.overlapping(range);
      int[] slots = inRange.length == 0 ? new int[0] : index.search(filter);
      return new BucketSelection(shard.id(), pin, index, inRange, withData(slots, inRange), range);
    } catch (RuntimeException e) {
      pin.close();
      throw e;
    }
  }

  @Override
  public @Nullable PreAggregated preAggregated(PartialPlan plan, QueryControl control) {
    TimeRange range = plan.query().stages().window().read();
    var pin = reclaimer.pin();
    try {
      requireOpen();
      Bucket[] inRange = buckets.overlapping(range);
      var answer = GroupScan.run(shard.preAggregates(), index, inRange, plan, control);
      if (answer == null) {
        pin.close();
        return null;
      }
      int[] slots = withData(answer.slots(), inRange);
      var rest = new BucketSelection(shard.id(), pin, index, inRange, slots, range);
      String origin = "short pre-aggregated " + DurationText.print(answer.interval());
      return new PreAggregated(answer.groups(), answer.cells(), origin, rest);
    } catch (RuntimeException e) {
      pin.close();
      throw e;
    }
  }

  @Override
  public long mostSeries(SeriesFilter filter) {
    var pin = reclaimer.pin();
    try {
      requireOpen();
      return index.mostSeries(filter);
    } finally {
      pin.close();
    }
  }

  @Override
  public boolean knows(NameKind kind, String name) {
    var pin = reclaimer.pin();
    try {
      requireOpen();
      return index.knows(kind, name);
    } finally {
      pin.close();
    }
  }

  @Override
  public List<String> suggest(NameKind kind, String prefix, int max) {
    var pin = reclaimer.pin();
    try {
      requireOpen();
      return index.suggest(kind, prefix, max);
    } finally {
      pin.close();
    }
  }

  /// A window whose file has a corrupt page is a hole. A selection finds those pages, so ask after
  /// it too.
  @Override
  public Holes holes(TimeRange range) {
    return holes.get().overlapping(range);
  }

  @Override
  public long lagMillis() {
    return lagMillis.getAsLong();
  }

  @Override
  public boolean awaitApplied(long offset, Duration timeout) throws InterruptedException {
    return shard.awaitApplied(offset, timeout);
  }

  @Override
  public ShardUsage usage() {
    return new PinnedUsage(shard);
  }

  @Override
  public Optional<SeriesCounts> countSeries(CountQuery query) {
    try (Reclaimer.Pin _ = reclaimer.pin()) {
      requireOpen();
      long lag = lagMillis.getAsLong(); // before the series are counted
      boolean loads = !holes.get().only(HoleCause.RECOVERY).isEmpty();
      return Optional.of(new SeriesCounts(shard.id(), !loads, lag, shard.census().count(query)));
    }
  }

  /// Fails if the shard has moved to another node since the call began: the answer would lack its
  /// data.
  private void requireOpen() {
    if (shard.isClosed()) {
      throw new ShardUnavailableException(shard.id());
    }
  }

  private static int[] withData(int[] slots, Bucket[] buckets) {
    int count = 0;
    for (int slot : slots) {
      if (hasData(slot, buckets)) {
        slots[count++] = slot;
      }
    }
    return count == slots.length ? slots : Arrays.copyOf(slots, count);
  }

  private static boolean hasData(int slot, Bucket[] buckets) {
    for (Bucket bucket : buckets) {
      if (bucket.has(slot)) {
        return true;
      }
    }
    return false;
  }
}
