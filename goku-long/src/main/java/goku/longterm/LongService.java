package goku.longterm;

import goku.longterm.bulkload.Poller;
import goku.longterm.read.LongShardReader;
import goku.longterm.tier.RocksResources;
import goku.longterm.tier.ShardStore;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.objectstore.ObjectStore;
import goku.query.ShardData;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A GokuL node, put together: databases for the shards of all namespaces with tiers on disk, which
/// follow what the compactor puts into S3 (section 4.6.4 of the paper).
///
/// `start` and `close` are called once, by one thread; the rest is thread-safe.
public final class LongService implements Service {
  private final LongConfig config;
  private final Namespaces namespaces;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final ObjectStore store;
  private final RocksResources resources;
  private volatile List<ShardStore> stores = List.of();
  private volatile Map<ShardId, ShardData> readers = Map.of();
  private volatile @Nullable Poller poller;

  public LongService(
      LongConfig config, Namespaces namespaces, MeterRegistry registry, InstantSource clock) {
    this.config = config;
    this.namespaces = namespaces;
    this.registry = registry;
    this.clock = clock;
    store = new ObjectStore(config.objectStore(), registry);
    resources = new RocksResources(config.blockCache().bytes(), registry);
  }

  /// Opens what is on the disks and begins to follow S3, which need not answer yet.
  ///
  /// @throws goku.longterm.tier.StoreException when a directory cannot be used
  @Override
  public void start() {
    open();
    poller().start();
  }

  /// The data of a shard of GokuL; empty when it is not on this node. It may still be filling
  /// itself from S3, which its answers then say.
  public Optional<ShardData> shard(ShardId id) {
    return Optional.ofNullable(readers.get(id));
  }

  /// The shards of GokuL on this node, from `start` on.
  public Set<ShardId> shards() {
    return readers.keySet();
  }

  /// Healthy when all that S3 had when it was first read is here, and nothing fails since.
  @Override
  public Check check() {
    Poller started = poller;
    return Optional.ofNullable(started)
        .flatMap(Poller::complaint)
        .map(why -> Check.failed("long", why))
        .orElseGet(
            () -> started == null ? Check.failed("long", "not started yet") : Check.ok("long"));
  }

  /// Brings in and drops all that is due, and returns when that is done.
  ///
  /// @throws RuntimeException the first thing that failed, after all the rest was tried
  public void pollOnce() {
    poller().pollOnce();
  }

  /// Waits for queries that are still reading.
  @Override
  public void close() {
    Poller started = poller;
    if (started != null) {
      started.close();
    }
    stores.forEach(ShardStore::close);
    resources.close();
    store.close();
  }

  private void open() {
    List<ShardStore> opened = new ArrayList<>();
    Map<ShardId, ShardData> data = new LinkedHashMap<>();
    Map<Namespace, List<ShardStore>> byNamespace = new LinkedHashMap<>();
    try {
      for (Namespace namespace : namespaces.all()) {
        for (ShardId id : namespace.allDiskShards().toList()) {
          ShardStore shard =
              ShardStore.open(
                  namespace, id.shard(), config.hot(), config.cold(), resources, registry);
          opened.add(shard);
          byNamespace.computeIfAbsent(namespace, _ -> new ArrayList<>()).add(shard);
          data.put(id, new LongShardReader(shard::pin, namespace, clock));
        }
      }
    } finally {
      // what is open is closed with the service
      stores = List.copyOf(opened);
    }
    readers = Collections.unmodifiableMap(data);
    poller =
        new Poller(byNamespace, store, config.pollInterval(), config.threads(), registry, clock);
  }

  private Poller poller() {
    return Objects.requireNonNull(poller, "start comes first");
  }
}
