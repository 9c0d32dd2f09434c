package goku.integration.query;

import goku.format.batch.BatchWriter;
import goku.format.finalize.FinalizeRecord;
import goku.index.IndexLimits;
import goku.model.PreAggregation;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Tag;
import goku.query.shard.ShardData;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.Shard;
import goku.testkit.memory.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The shards of GokuS, which get their datapoints in batches. Some finalize what they have after
/// every other batch, so that series lie in files, in streams, and in both.
final class ShortTermStore implements Store {
  static final Duration TTL = Duration.ofDays(2);
  private static final int BATCH = 100;

  private final LeakCheck memory;
  private final InstantSource clock;

  /// The directory of finalized buckets' files; null if nothing is finalized.
  private final @Nullable Path directory;

  /// The tag keys of the metrics, if shards pre-aggregate them.
  private final @Nullable Map<String, SortedSet<String>> aggregated;

  /// Each look at it is a while after the one before: what works in slices does one step at a time.
  private final AtomicLong nanos = new AtomicLong();

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Map<ShardId, Shard> shards = new HashMap<>();
  private final Map<ShardId, BatchWriter> batches = new HashMap<>();

  ShortTermStore(LeakCheck memory, InstantSource clock) {
    this(memory, clock, null, null);
  }

  private ShortTermStore(
      LeakCheck memory,
      InstantSource clock,
      @Nullable Path directory,
      @Nullable Map<String, SortedSet<String>> aggregated) {
    this.aggregated = aggregated;
    this.memory = memory;
    this.clock = clock;
    this.directory = directory;
  }

  /// A store whose shards finalize.
  static ShortTermStore finalizing(LeakCheck memory, InstantSource clock) {
    try {
      return new ShortTermStore(memory, clock, Files.createTempDirectory("buckets"), null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A store whose shards finalize, and aggregate every metric by some of its tags, from when they
  /// know of it.
  static ShortTermStore aggregating(LeakCheck memory, InstantSource clock) {
    try {
      Path directory = Files.createTempDirectory("buckets");
      return new ShortTermStore(memory, clock, directory, new ConcurrentSkipListMap<>());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void put(ShardId id, SeriesName name, long timestampMillis, double value) {
    if (aggregated != null) {
      aggregated
          .computeIfAbsent(name.metric(), first -> new TreeSet<>())
          .addAll(name.tags().stream().map(Tag::key).toList());
    }
    BatchWriter batch = batches.computeIfAbsent(id, first -> new BatchWriter());
    batch.add(name, timestampMillis, value);
    if (batch.count() == BATCH) {
      send(id, batch);
    }
  }

  @Override
  public Optional<ShardData> shard(ShardId id) {
    return Optional.of(new ShardReader(open(id)));
  }

  private synchronized Shard open(ShardId id) {
    BatchWriter batch = batches.remove(id);
    if (batch != null) {
      send(id, batch);
    }
    Shard shard = shards.computeIfAbsent(id, this::create);
    if (aggregated != null) {
      settle(shard);
    }
    return shard;
  }

  /// Builds all aggregates.
  private static void settle(Shard shard) {
    shard.tick(0);
    while (!shard.preAggregates().isSettled()) {
      shard.proceed();
    }
  }

  /// Half of the metrics keep two tags each minute, the others one each ten seconds.
  private List<PreAggregation> rules(Map<String, SortedSet<String>> metrics) {
    List<PreAggregation> rules = new ArrayList<>();
    metrics.forEach(
        (metric, keys) -> {
          boolean coarse = rules.size() % 2 == 0;
          rules.add(
              new PreAggregation(
                  metric,
                  keys.stream().limit(coarse ? 2 : 1).toList(),
                  Duration.ofSeconds(coarse ? 60 : 10)));
        });
    return rules;
  }

  private void send(ShardId id, BatchWriter batch) {
    Shard shard = shards.computeIfAbsent(id, this::create);
    apply(shard, batch.toBytes());
    batch.clear();
    if (directory != null && shard.appliedOffset() % 3 == 1) {
      apply(shard, new FinalizeRecord(Long.MAX_VALUE).toBytes());
      shard.tick(0);
    }
    if (aggregated != null && shard.appliedOffset() % 2 == 0) {
      settle(shard); // so that some datapoints come before and some behind
    }
  }

  private void apply(Shard shard, byte[] record) {
    shard.apply(record, shard.appliedOffset() + 1, clock.millis());
  }

  private Shard create(ShardId id) {
    var node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            clock,
            meters,
            Runnable::run,
            () -> nanos.addAndGet(Duration.ofMillis(20).toNanos()));
    var shard = new Shard(id, TTL, node, new Output(directory, id));
    if (aggregated != null) {
      shard.preAggregates().follow(() -> rules(aggregated), 10_000);
    }
    return shard;
  }

  private record Output(@Nullable Path directory, ShardId shard) implements BucketOutput {
    @Override
    public boolean wantsAll() {
      return false;
    }

    @Override
    public boolean isInTiers(FinalizedPart part) {
      return true;
    }

    @Override
    public Path path(long startMillis, int generation) {
      return Objects.requireNonNull(directory)
          .resolve(
              "%s-%d-%d-%d".formatted(shard.namespace(), shard.shard(), startMillis, generation));
    }

    @Override
    public void finalized(FinalizedPart part) {}

    @Override
    public void dropped(FinalizedPart part) {}
  }

  /// Nothing may have been refused, or the comparison would be about other data.
  @Override
  public void close() {
    double refused =
        meters.find("goku.short.datapoints.refused").counters().stream()
            .mapToDouble(counter -> counter.count())
            .sum();
    shards.values().forEach(Shard::close);
    removeFiles();
    if (refused > 0) {
      throw new AssertionError(refused + " datapoints were refused");
    }
  }

  private void removeFiles() {
    if (directory != null) {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
        Files.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
