package goku.integration.cluster;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.map.NodeStatus;
import goku.cluster.map.ShardMapWatch;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The shard map as the leading controller publishes it and roots read it. Thread-safe.
final class PublishedMap implements AutoCloseable {
  private final ClusterClient zooKeeper;
  private final ShardMapWatch watch;
  private final Namespace namespace;

  PublishedMap(String servers, Namespace namespace) {
    this.namespace = namespace;
    zooKeeper = new ClusterClient(new ClusterConfig(servers, "a", "test"));
    zooKeeper.start();
    watch = new ShardMapWatch(zooKeeper, new SimpleMeterRegistry(), InstantSource.system());
  }

  /// Tells whether the node has a session or answers the controller.
  boolean has(String node) {
    return watch.nodes().stream().anyMatch(status -> isOf(status, node));
  }

  /// Tells whether the node answered the controller last time.
  boolean answers(String node) {
    return watch.nodes().stream().anyMatch(status -> isOf(status, node) && status.answers());
  }

  private static boolean isOf(NodeStatus status, String node) {
    return status.node().name().equals(node);
  }

  /// Tells whether some shard of GokuS is said to be available at the node.
  boolean offers(String node) {
    return available(Store.SHORT_TERM, namespace.sharding(), node).findAny().isPresent();
  }

  /// Tells whether each shard of GokuL that is said to be available at the node has everything
  /// until then, and there is one.
  boolean isComplete(String node, long untilMillis) {
    List<ShardHealth> shards = available(Store.LONG_TERM, namespace.diskSharding(), node).toList();
    return !shards.isEmpty()
        && shards.stream().allMatch(health -> health.completeToMillis() >= untilMillis);
  }

  private Stream<ShardHealth> available(Store store, Sharding sharding, String node) {
    return IntStream.range(0, sharding.shards())
        .mapToObj(number -> new ShardId(namespace.name(), number))
        .flatMap(shard -> watch.replicas(store).replicasOf(shard).stream())
        .filter(replica -> replica.node().equals(node))
        .map(Replica::health)
        .filter(health -> health.state() != ShardState.UNAVAILABLE);
  }

  @Override
  public void close() {
    watch.close();
    zooKeeper.close();
  }
}
