package goku.rollout;

import goku.cluster.stop.StopCheck;
import goku.config.NamespacesFile;
import goku.model.Holes;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Store;
import goku.rollout.RolloutPlan.MapView;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// A model of Kubernetes with StatefulSets of the strategy `OnDelete`, of the nodes in their pods,
/// and of the controller that publishes the shard map. Time passes in ticks.
///
/// A deleted pod stops in the next tick, is there again one tick later with the newest revision,
/// and serves after one more, if the revision works.
final class ModelCluster {
  private static final Namespaces NAMESPACES =
      NamespacesFile.parse(
          """
          namespaces:
            - name: ns1
              default: true
              backfill: 2h
              memory-ttl: 24h
              disk: {raw-ttl: 30h, rollups: []}
              kafka-topic: goku-ns1
              s3: {bucket: goku-ns1}
              shard-groups: 1
              shards-per-group: 2
              metrics: []
          """,
          "test");

  private final TreeMap<String, Workload> sets = new TreeMap<>();
  private final TreeMap<String, Pod> pods = new TreeMap<>();
  private final Set<String> broken = new HashSet<>();

  /// Nodes whose shards recover although their pods are ready.
  private final Set<String> recovering = new HashSet<>();

  private boolean isMapWritten = true;
  private Map<String, Boolean> published = Map.of();
  private long now = 1000;
  private long publishedMillis;

  private static final class Workload {
    private final Store store;
    private final String zone;
    private int replicas;
    private String revision = "r1";
    private boolean isObserved = true;

    Workload(Store store, String zone, int replicas) {
      this.store = store;
      this.zone = zone;
      this.replicas = replicas;
    }
  }

  private static final class Pod {
    private final String set;
    private final String revision;
    private final String uid;
    private boolean isReady;
    private boolean isStopping;

    Pod(String set, String revision, String uid) {
      this.set = set;
      this.revision = revision;
      this.uid = uid;
    }
  }

  /// Adds a set whose pods are ready. In a zone of GokuS, and in GokuL, pod i serves the shards
  /// with the numbers i, i + replicas and so on.
  ModelCluster with(String name, Store store, String zone, int replicas) {
    sets.put(name, new Workload(store, zone, replicas));
    tick();
    tick();
    return this;
  }

  /// Gives the sets a new template.
  void upgrade(String revision, String... names) {
    for (String name : names) {
      setOf(name).revision = revision;
    }
  }

  void observe(String name, boolean isObserved) {
    setOf(name).isObserved = isObserved;
  }

  void scale(String name, int replicas) {
    setOf(name).replicas = replicas;
  }

  /// Pods of the revision never become ready.
  void breakRevision(String revision) {
    broken.add(revision);
  }

  void recover(String node, boolean isRecovering) {
    if (isRecovering) {
      recovering.add(node);
    } else {
      recovering.remove(node);
    }
  }

  /// Ends the process of a pod, which stays.
  void crash(String pod) {
    podOf(pod).isReady = false;
  }

  /// Stops or starts the writer of the shard map.
  void writeMap(boolean isWritten) {
    isMapWritten = isWritten;
  }

  void evict(String pod) {
    podOf(pod).isStopping = true;
  }

  private Workload setOf(String name) {
    return Objects.requireNonNull(sets.get(name), name);
  }

  private Pod podOf(String name) {
    return Objects.requireNonNull(pods.get(name), name);
  }

  void tick() {
    now += 1000;
    for (Map.Entry<String, Pod> each : pods.entrySet()) {
      if (!each.getValue().isStopping) {
        each.getValue().isReady = !broken.contains(each.getValue().revision);
      }
    }
    pods.values().removeIf(pod -> pod.isStopping);
    sets.forEach(
        (name, set) -> {
          for (int i = 0; i < set.replicas; i++) {
            pods.computeIfAbsent(
                name + "-" + i, _ -> new Pod(name, set.revision, "uid-" + now + "-" + name));
          }
        });
    if (isMapWritten) {
      published = serving();
      publishedMillis = now;
    }
  }

  Workloads workloads() {
    List<StorageSet> allSets = new ArrayList<>();
    sets.forEach(
        (name, set) ->
            allSets.add(
                new StorageSet(
                    name, set.store, set.zone, set.replicas, set.isObserved, set.revision)));
    List<StoragePod> allPods = new ArrayList<>();
    pods.forEach(
        (name, pod) ->
            allPods.add(
                new StoragePod(name, pod.uid, pod.set, pod.revision, pod.isReady, pod.isStopping)));
    return new Workloads(allSets, allPods);
  }

  MapView map() {
    Map<String, Boolean> serving = published;
    ReplicaMap shortTerm = shard -> replicas(Store.SHORT_TERM, shard, serving);
    ReplicaMap longTerm = shard -> replicas(Store.LONG_TERM, shard, serving);
    return new MapView(
        new StopCheck(NAMESPACES, Map.of(Store.SHORT_TERM, shortTerm, Store.LONG_TERM, longTerm)),
        OptionalLong.of(publishedMillis),
        OptionalLong.of(publishedMillis));
  }

  /// Returns the shards that nobody serves at this moment.
  List<String> unserved() {
    List<String> unserved = new ArrayList<>();
    Map<String, Boolean> serving = serving();
    for (Store store : Store.values()) {
      NAMESPACES
          .all()
          .getFirst()
          .allShards()
          .filter(
              shard ->
                  replicas(store, shard, serving).stream()
                      .noneMatch(replica -> replica.health().state() == ShardState.SERVING))
          .forEach(shard -> unserved.add(store + " " + shard));
    }
    return unserved;
  }

  private Map<String, Boolean> serving() {
    Map<String, Boolean> serving = new TreeMap<>();
    pods.forEach(
        (name, pod) ->
            serving.put(name, pod.isReady && !pod.isStopping && !recovering.contains(name)));
    return serving;
  }

  private List<Replica> replicas(Store store, ShardId shard, Map<String, Boolean> serving) {
    List<Replica> replicas = new ArrayList<>();
    sets.forEach(
        (name, set) -> {
          for (int i = 0; i < set.replicas; i++) {
            String node = name + "-" + i;
            boolean isPlaced = store == Store.LONG_TERM || shard.shard() % set.replicas == i;
            if (set.store == store && isPlaced && serving.containsKey(node)) {
              ShardState state = serving.get(node) ? ShardState.SERVING : ShardState.RECOVERING;
              replicas.add(
                  new Replica(
                      node, set.zone, "host:1", new ShardHealth(shard, state, 0, Holes.NONE)));
            }
          }
        });
    return replicas;
  }
}
