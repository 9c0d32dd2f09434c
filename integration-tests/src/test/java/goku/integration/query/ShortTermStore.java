package goku.integration.query;

import goku.format.batch.BatchWriter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.ShardData;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.Shard;
import goku.testkit.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The shards of GokuS, which get their datapoints in batches.
final class ShortTermStore implements Store {
  static final Duration TTL = Duration.ofDays(2);
  private static final int BATCH = 100;

  private final LeakCheck memory;
  private final InstantSource clock;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Map<ShardId, Shard> shards = new HashMap<>();
  private final Map<ShardId, BatchWriter> batches = new HashMap<>();

  ShortTermStore(LeakCheck memory, InstantSource clock) {
    this.memory = memory;
    this.clock = clock;
  }

  @Override
  public void put(ShardId id, SeriesName name, long timestampMillis, double value) {
    BatchWriter batch = batches.computeIfAbsent(id, first -> new BatchWriter());
    byte[] bytes = name.bytes();
    batch.add(name.hash(), bytes, 0, bytes.length, timestampMillis, value);
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
    return shards.computeIfAbsent(id, this::create);
  }

  private void send(ShardId id, BatchWriter batch) {
    Shard shard = shards.computeIfAbsent(id, this::create);
    shard.apply(batch.toBytes(), shard.appliedOffset() + 1, clock.millis());
    batch.clear();
  }

  private Shard create(ShardId id) {
    return new Shard(id, TTL, memory.pool(), memory.use(), clock, meters);
  }

  /// Nothing may have been refused, or the comparison would be about other data.
  @Override
  public void close() {
    double refused =
        meters.find("goku.short.datapoints.refused").counters().stream()
            .mapToDouble(counter -> counter.count())
            .sum();
    shards.values().forEach(Shard::close);
    if (refused > 0) {
      throw new AssertionError(refused + " datapoints were refused");
    }
  }
}
