package goku.longterm;

import goku.longterm.bulkload.Poller;
import goku.longterm.read.DeleteSink;
import goku.longterm.read.LongShardReader;
import goku.longterm.tier.ShardStore;
import goku.longterm.tier.StoreException;
import goku.model.CurrentNamespaces;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.query.shard.ShardData;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/// The current shards of GokuL on the node: open, followed by the poller, and readable.
/// Thread-safe. Operations on one shard run in turn, those on different shards at the same time.
final class OpenShards {
  private record Held(ShardStore store, ShardData reader) {}

  /// An opener of the store of a shard, with a supplier of the current namespace.
  @FunctionalInterface
  interface Opener {
    ShardStore open(Supplier<Namespace> namespace, int number);
  }

  /// A factory of the receivers of a shard's deletes.
  @FunctionalInterface
  interface Deletes {
    DeleteSink of(Supplier<Namespace> namespace, ShardStore store);
  }

  private final CurrentNamespaces namespaces;
  private final Opener opener;
  private final Deletes deletes;
  private final Poller poller;
  private final ReleasedShards released;
  private final InstantSource clock;
  private final Map<ShardId, Held> held = new ConcurrentSkipListMap<>(ShardId.BY_NUMBER);

  /// The stores of released shards that queries still read when they should have closed.
  private final Map<ShardId, ShardStore> closing = new ConcurrentHashMap<>();

  private final Map<ShardId, Object> locks = new ConcurrentHashMap<>();
  private volatile boolean closed;

  OpenShards(
      CurrentNamespaces namespaces,
      Opener opener,
      Deletes deletes,
      Poller poller,
      ReleasedShards released,
      InstantSource clock) {
    this.namespaces = namespaces;
    this.opener = opener;
    this.deletes = deletes;
    this.poller = poller;
    this.released = released;
    this.clock = clock;
  }

  /// Returns all current shards of GokuL, in order.
  List<ShardId> known() {
    return namespaces.all().all().stream()
        .flatMap(Namespace::allDiskShards)
        .sorted(ShardId.BY_NUMBER)
        .toList();
  }

  /// Returns the shards of the node, in order.
  Set<ShardId> ids() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(held.keySet()));
  }

  Optional<ShardData> reader(ShardId shard) {
    return Optional.ofNullable(held.get(shard)).map(Held::reader);
  }

  /// Opens the shard with its existing files, and lets the poller fill it.
  void take(ShardId shard) {
    Namespace current = namespace(shard);
    synchronized (lock(shard)) {
      if (closed) {
        throw new IllegalStateException("cannot take a shard: the node is closing");
      }
      if (held.containsKey(shard)) {
        return;
      }
      if (!isClosed(shard)) {
        throw new StoreException(
            "cannot take shard=%s: queries that began before its release still read the shard"
                .formatted(shard));
      }
      released.takenBack(shard);
      Supplier<Namespace> namespace = namespaces.following(current);
      ShardStore store;
      try {
        store = opener.open(namespace, shard.shard());
      } catch (RuntimeException failed) {
        released.add(shard);
        throw failed;
      }
      poller.add(namespace, store);
      held.put(
          shard,
          new Held(
              store,
              new LongShardReader(store::pin, namespace, deletes.of(namespace, store), clock)));
    }
  }

  /// Hides the shard from new queries, and closes it when no query reads it. If queries run for
  /// long, `closeReleased` closes it later.
  void release(ShardId shard) throws InterruptedException {
    synchronized (lock(shard)) {
      Held going = held.remove(shard);
      if (going != null) {
        closing.put(shard, going.store());
        poller.remove(shard);
      }
      var _ = isClosed(shard);
    }
  }

  /// Releases the shards of a removed namespace, and removes its files. Does nothing to the files
  /// while queries still read one of its shards.
  void remove(Namespace namespace) throws InterruptedException, IOException {
    boolean isUnused = true;
    for (ShardId shard : namespace.allDiskShards().toList()) {
      release(shard);
      synchronized (lock(shard)) {
        isUnused &= isClosed(shard);
      }
    }
    if (isUnused) {
      released.remove(namespace);
    }
  }

  /// Marks files that an earlier run left of shards of other nodes as released now.
  void releaseRest() {
    for (ShardId shard : known()) {
      synchronized (lock(shard)) {
        if (!held.containsKey(shard)) {
          released.add(shard);
        }
      }
    }
  }

  /// Closes released shards that queries kept open.
  void closeReleased() {
    for (ShardId shard : closing.keySet()) {
      synchronized (lock(shard)) {
        var _ = isClosed(shard);
      }
    }
  }

  /// Returns the health of the shards. A shard recovers while it lacks buckets of S3.
  List<ShardHealth> health() {
    List<ShardHealth> health = new ArrayList<>();
    held.forEach(
        (shard, each) -> {
          var state = poller.isComplete(shard) ? ShardState.SERVING : ShardState.RECOVERING;
          health.add(new ShardHealth(shard, state, 0, each.store.outside()));
        });
    return health;
  }

  /// Returns what the shard does not have, or not yet; empty if it is not here.
  Optional<Holes> outside(ShardId shard) {
    return Optional.ofNullable(held.get(shard)).map(each -> each.store.outside());
  }

  /// Closes all shards. The poller must be closed before.
  void close() {
    closed = true;
    for (ShardId shard : locks.keySet()) {
      synchronized (lock(shard)) {
        Held each = held.remove(shard);
        if (each != null) {
          each.store().close();
        }
        ShardStore late = closing.remove(shard);
        if (late != null) {
          late.close();
        }
      }
    }
  }

  /// Closes an earlier store of the shard, and returns whether none is open any longer.
  private boolean isClosed(ShardId shard) {
    ShardStore store = closing.get(shard);
    if (store == null) {
      return true;
    }
    if (!store.tryClose()) {
      return false;
    }
    closing.remove(shard);
    released.add(shard);
    return true;
  }

  private Object lock(ShardId shard) {
    return locks.computeIfAbsent(shard, _ -> new Object());
  }

  private Namespace namespace(ShardId shard) {
    return namespaces
        .find(shard.namespace())
        .filter(namespace -> shard.shard() < namespace.allDiskShards().count())
        .orElseThrow(
            () -> new IllegalArgumentException("there is no shard %s of GokuL".formatted(shard)));
  }
}
