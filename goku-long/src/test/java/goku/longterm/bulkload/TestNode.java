package goku.longterm.bulkload;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.longterm.Buckets;
import goku.longterm.S3Server;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.RocksResources;
import goku.longterm.tier.ShardStore;
import goku.longterm.tier.StoredBucket;
import goku.objectstore.ObjectStore;
import goku.objectstore.S3ObjectStore;
import goku.testkit.ManualClock;
import goku.tier.BucketKey;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.rocksdb.RocksIterator;

/// A node with one shard in a directory.
final class TestNode implements AutoCloseable {
  final ManualClock clock;
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final ShardStore shard;
  final Poller poller;

  /// The flag that the disk was nearly full.
  final AtomicBoolean roomWanted = new AtomicBoolean();

  private final Path directory;
  private final RocksResources resources = new RocksResources(64 << 20, registry);
  private final ObjectStore store;

  TestNode(Path directory, S3Server s3, Instant now) {
    this.directory = directory;
    clock = new ManualClock(now);
    store = new S3ObjectStore(s3.config(), registry);
    shard =
        ShardStore.open(
            Buckets::namespace,
            Buckets.SHARD,
            directory.resolve("hot"),
            directory.resolve("cold"),
            resources,
            registry);
    poller = new Poller(store, Duration.ofHours(1), 2, () -> roomWanted.set(true), registry, clock);
    poller.add(Buckets::namespace, shard);
  }

  List<BucketKey> visible() {
    try (PinnedBuckets pinned = shard.pin()) {
      return pinned.buckets().stream().map(bucket -> bucket.manifest().bucket()).toList();
    }
  }

  /// Returns all keys of all databases with their number of occurrences.
  Map<String, String> content() {
    Map<String, String> content = new TreeMap<>();
    try (PinnedBuckets pinned = shard.pin()) {
      pinned.buckets().stream()
          .map(StoredBucket::db)
          .distinct()
          .forEach(
              db -> {
                try (RocksIterator all = db.newIterator()) {
                  for (all.seekToFirst(); all.isValid(); all.next()) {
                    String key =
                        new String(all.key(), java.nio.charset.StandardCharsets.ISO_8859_1);
                    content.put(key, new String(all.value(), UTF_8));
                  }
                }
              });
    }
    return content;
  }

  /// Returns the number of RocksDB tables in the directory of the disk.
  long tables(String disk) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(disk).resolve("ns/00001/db"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }

  double count(String name) {
    Meter meter = registry.get(name).meter();
    return meter.measure().iterator().next().getValue();
  }

  /// Returns the sum of a gauge over all tiers.
  double gauge(String name) {
    return registry.get(name).gauges().stream().mapToDouble(gauge -> gauge.value()).sum();
  }

  @Override
  public void close() {
    poller.close();
    shard.close();
    resources.close();
    store.close();
  }
}
