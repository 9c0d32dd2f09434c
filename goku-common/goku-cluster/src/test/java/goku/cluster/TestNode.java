package goku.cluster;

import goku.cluster.helix.Participant;
import goku.cluster.helix.Placement;
import goku.model.ShardId;
import goku.service.ShardHolder;
import goku.telemetry.Check;
import goku.testkit.Gate;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A node that takes the assigned shards and records the transitions.
public final class TestNode implements AutoCloseable {
  private final ClusterClient client;
  private final Participant participant;
  private final Map<Placement, Held> held;
  private final String name;
  private final Gate gate;

  TestNode(Gate gate, ClusterConfig config, ServiceRole service) {
    this.gate = gate;
    name = config.nodeName();
    client = new ClusterClient(config);
    client.start();
    held =
        Arrays.stream(Placement.values())
            .filter(placement -> placement.service() == service)
            .collect(Collectors.toMap(Function.identity(), placement -> new Held()));
    participant =
        new Participant(
            client, service, name + ":4300", Map.copyOf(held), new SimpleMeterRegistry());
    participant.start();
  }

  public String name() {
    return name;
  }

  public Set<Integer> shards(Placement placement) {
    return new TreeSet<>(of(placement).shards);
  }

  /// Returns the recorded transitions: `+3` for taking a shard, `-3` for releasing it.
  public List<String> told(Placement placement) {
    return of(placement).told;
  }

  public void failToTake(Placement placement, int times) {
    of(placement).failures = times;
  }

  /// Cuts the node off from ZooKeeper.
  public void cutOff() {
    gate.shut();
  }

  /// Reconnects the node to ZooKeeper.
  public void reconnect() {
    gate.reopen();
  }

  void reconnect(int port) {
    gate.reopen(port);
  }

  public Check check() {
    return participant.check();
  }

  @Override
  public void close() {
    gate.reopen();
    participant.close();
    client.close();
    gate.close();
  }

  private Held of(Placement placement) {
    Held found = held.get(placement);
    if (found == null) {
      throw new IllegalArgumentException(name + " has no shards of " + placement);
    }
    return found;
  }

  private static final class Held implements ShardHolder {
    private final Set<Integer> shards = ConcurrentHashMap.newKeySet();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private volatile int failures;

    @Override
    public synchronized void take(ShardId shard) {
      if (failures > 0) {
        failures--;
        throw new IllegalStateException("the disk is full");
      }
      shards.add(shard.shard());
      told.add("+" + shard.shard());
    }

    @Override
    public synchronized void release(ShardId shard) {
      shards.remove(shard.shard());
      told.add("-" + shard.shard());
    }
  }
}
