package goku.root;

import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Store;
import goku.root.fanout.IngestLag;
import goku.root.planning.Holdings;
import goku.root.planning.StoreShard;
import goku.root.planning.Stores;
import goku.root.routing.ReplicaRouter;
import goku.root.routing.RoutingConfig;
import goku.rpc.Replicas;
import goku.rpc.StorageNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The replicas of the two stores that the root queries.
///
/// @param longTerm null without GokuL; GokuS then answers for all times
/// @param zone the zone of the root; replicas in the same zone are preferred
/// @param ingestLagMillis supplies the lag of the ingestors, which feed GokuS
public record StoreReplicas(
    Replicas shortTerm, @Nullable Replicas longTerm, String zone, LongSupplier ingestLagMillis) {
  /// Creates replicas that are not fed by ingestors.
  public StoreReplicas(Replicas shortTerm, @Nullable Replicas longTerm, String zone) {
    this(shortTerm, longTerm, zone, () -> 0);
  }

  /// Returns the lag of the ingestors, of which answers may have as much as of the lag of shards.
  IngestLag ingestLag(RoutingConfig config) {
    return new IngestLag(ingestLagMillis, config.maxLag().toMillis());
  }

  /// Returns the stores, each behind a router that chooses among its replicas.
  Stores stores(RoutingConfig config, MeterRegistry registry, InstantSource clock) {
    return new Stores(
        router(Store.SHORT_TERM, shortTerm, config, registry, clock),
        longTerm == null ? null : router(Store.LONG_TERM, longTerm, config, registry, clock));
  }

  /// Returns what the replicas of both stores hold.
  Holdings holdings() {
    return longTerm == null ? Holdings.UNKNOWN : new Holdings(shortTerm.map(), longTerm.map());
  }

  private StorageNode router(
      Store store,
      Replicas replicas,
      RoutingConfig config,
      MeterRegistry registry,
      InstantSource clock) {
    return new ReplicaRouter(
        store, replicas.map(), replicas.nodes(), zone, config, registry, clock);
  }

  /// Returns the shards of both stores.
  Stream<StoreShard> shards(Namespaces namespaces) {
    return namespaces.all().stream().flatMap(this::shards);
  }

  /// Returns the shards that no replica serves.
  Stream<StoreShard> missing(Namespaces namespaces) {
    return shards(namespaces).filter(shard -> !serve(shard));
  }

  private Stream<StoreShard> shards(Namespace namespace) {
    Stream<StoreShard> inMemory =
        namespace.allShards().map(shard -> new StoreShard(Store.SHORT_TERM, shard));
    Stream<StoreShard> onDisk =
        namespace.allDiskShards().map(shard -> new StoreShard(Store.LONG_TERM, shard));
    return longTerm == null ? inMemory : Stream.concat(inMemory, onDisk);
  }

  private boolean serve(StoreShard shard) {
    Replicas store = shard.store() == Store.LONG_TERM ? longTerm : shortTerm;
    return store != null && store.serve(shard.id());
  }
}
