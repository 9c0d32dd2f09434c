package goku.shortterm.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import goku.format.batch.BatchWriter;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.finalize.FinalizeRecord;
import goku.index.IndexLimits;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.shard.ShardData;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// A shard over memory of its own, with a clock that stands still.
public final class ShardFixture implements AutoCloseable {
  public static final Instant START = Instant.parse("2026-03-01T13:00:00Z");
  public static final Duration TTL = Duration.ofHours(24);
  public static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);
  public static final TimeRange ALWAYS = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  /// A time that stands still, so that every run of work comes to its end. Pre-aggregation, which
  /// rests now and then, does not go on.
  static final LongSupplier NO_HURRY = () -> 0;

  public final LeakCheck memory;
  public final ManualClock clock = new ManualClock(START);
  public final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  public final Shard shard;
  public final ShardReader reader;
  private final BatchWriter batch = new BatchWriter();

  public ShardFixture(long budgetBytes) {
    this(budgetBytes, System::nanoTime);
  }

  /// @param nanoTime cuts deletes into slices
  ShardFixture(long budgetBytes, LongSupplier nanoTime) {
    this(budgetBytes, nanoTime, Runnable::run, new NoFiles());
  }

  ShardFixture(long budgetBytes, IndexLimits limits) {
    this(budgetBytes, limits, System::nanoTime, Runnable::run, new NoFiles());
  }

  /// @param background runs finalizations
  ShardFixture(long budgetBytes, LongSupplier nanoTime, Executor background, BucketOutput output) {
    this(budgetBytes, IndexLimits.NONE, nanoTime, background, output);
  }

  private ShardFixture(
      long budgetBytes,
      IndexLimits limits,
      LongSupplier nanoTime,
      Executor background,
      BucketOutput output) {
    memory = new LeakCheck(budgetBytes);
    var node =
        new NodeResources(
            memory.pool(), memory.use(), limits, clock, registry, background, nanoTime);
    shard = new Shard(new ShardId("ns", 3), TTL, node, output);
    reader = new ShardReader(shard);
  }

  /// Adds to the batch that `send` applies.
  public void add(String name, long timestampMillis, double value) {
    byte[] bytes = name.getBytes(UTF_8);
    batch.add(SeriesName.ofCanonical(bytes), timestampMillis, value);
  }

  /// Adds a value of a type to the batch.
  ///
  /// @param word the value in the form of its type
  void add(String name, long timestampMillis, double word, ValueType type) {
    batch.add(SeriesName.ofCanonical(name.getBytes(UTF_8)), timestampMillis, word, type);
  }

  /// Adds a histogram to the batch.
  ///
  /// @param name name of a series whose metric has the mark of histograms
  void addHistogram(SeriesName name, long timestampMillis, byte[] histogram) {
    batch.addHistogram(
        name.hash(),
        name.bytes(),
        name.metricLength(),
        name.tagBytes(),
        timestampMillis,
        histogram);
  }

  /// Applies the next record of the log.
  public void append(byte[] record) {
    shard.apply(record, shard.appliedOffset() + 1, clock.millis());
  }

  /// Appends decisions without an effect until the log is as long as another one, so that the next
  /// decision has the same offset.
  void lengthenTo(ShardFixture other) {
    while (shard.appliedOffset() < other.shard.appliedOffset()) {
      append(new FinalizeRecord(0).toBytes());
    }
  }

  public void send() {
    append(batch.toBytes());
    batch.clear();
  }

  /// Sends one datapoint.
  public void put(String name, long timestampMillis, double value) {
    add(name, timestampMillis, value);
    send();
  }

  /// Deletes the datapoints of all series that match.
  public void delete(SeriesFilter filter, TimeRange range) {
    beginToDelete(filter, range);
    finishDeletes();
  }

  /// Applies a delete, which does its first slice.
  void beginToDelete(SeriesFilter filter, TimeRange range) {
    String metric = Objects.requireNonNull(filter.metric());
    var delete = new DeleteRecord(metric, filter.filters(), filter.explicitTags(), range);
    append(DeleteWriter.write(delete));
  }

  void finishDeletes() {
    while (isDeleting()) {
      shard.proceed();
    }
  }

  boolean isDeleting() {
    return !hasApplied(shard.appliedOffset(), Duration.ZERO);
  }

  boolean hasApplied(long offset, Duration timeout) {
    try {
      return shard.awaitApplied(offset, timeout);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public double refused(RejectReason reason) {
    return registry
        .get("goku.short.datapoints.refused")
        .tag("reason", reason.tag())
        .counter()
        .count();
  }

  public double counted(String name) {
    return registry.get(name).counter().count();
  }

  /// All datapoints of all series that match.
  public Map<String, Map<Long, Double>> read(SeriesFilter filter, TimeRange range) {
    return read(reader, filter, range);
  }

  /// The same of any shard.
  public static Map<String, Map<Long, Double>> read(
      ShardData data, SeriesFilter filter, TimeRange range) {
    Map<String, Map<Long, Double>> result = new TreeMap<>();
    try (SeriesSelection selection = data.select(filter, range, Resolution.RAW)) {
      var points = new PointBuffer();
      for (int i = 0; i < selection.size(); i++) {
        selection.reader().read(i, points);
        result.put(name(selection, i), toMap(points));
      }
    }
    return result;
  }

  public Map<String, Map<Long, Double>> readAll() {
    return read(ALL, ALWAYS);
  }

  private static String name(SeriesSelection selection, int position) {
    List<String> parts = new ArrayList<>(List.of(selection.metric(position)));
    var terms = new TagTerms(selection);
    terms.load(position);
    for (int n = 0; n < terms.count(); n++) {
      parts.add(selection.tag(terms.get(n)).toString());
    }
    return String.join(" ", parts);
  }

  private static Map<Long, Double> toMap(PointBuffer points) {
    var map = new TreeMap<Long, Double>();
    for (int i = 0; i < points.size(); i++) {
      long timestamp = points.timestamps()[i];
      if (!map.isEmpty() && map.lastKey() >= timestamp) {
        throw new AssertionError("%d comes after %d".formatted(timestamp, map.lastKey()));
      }
      map.put(timestamp, points.values()[i]);
    }
    return map;
  }

  /// A file that is being written holds its memory a little longer than the shard.
  @Override
  public void close() {
    shard.close();
    await().until(() -> memory.pool().usedBytes() == 0);
    memory.close();
  }
}
