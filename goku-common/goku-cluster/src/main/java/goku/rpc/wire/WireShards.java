package goku.rpc.wire;

import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.rpc.NodeHealth;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.proto.Wire;
import java.util.ArrayList;
import java.util.List;

/// The conversion of shards and their health to messages and back.
public final class WireShards {
  private WireShards() {}

  /// Returns the shards in the same order. Consecutive shards of one namespace share its name.
  public static List<Wire.Shards> toWire(List<ShardId> shards) {
    List<Wire.Shards> runs = new ArrayList<>();
    Wire.Shards.Builder run = Wire.Shards.newBuilder();
    for (ShardId shard : shards) {
      if (run.getShardsCount() > 0 && !run.getNamespace().equals(shard.namespace())) {
        runs.add(run.build());
        run.clear();
      }
      run.setNamespace(shard.namespace()).addShards(shard.shard());
    }
    if (run.getShardsCount() > 0) {
      runs.add(run.build());
    }
    return runs;
  }

  public static List<ShardId> fromWire(List<Wire.Shards> runs) {
    List<ShardId> shards = new ArrayList<>();
    for (Wire.Shards run : runs) {
      for (int i = 0; i < run.getShardsCount(); i++) {
        shards.add(new ShardId(run.getNamespace(), run.getShards(i)));
      }
    }
    return shards;
  }

  public static Wire.HealthAnswer toWire(NodeHealth health) throws InterruptedException {
    var answer = Wire.HealthAnswer.newBuilder();
    for (ShardHealth shard : health.shards()) {
      answer.addShards(
          Wire.ShardHealth.newBuilder()
              .setNamespace(shard.shard().namespace())
              .setShard(shard.shard().shard())
              .setState(shard.state().name())
              .setLagMillis(shard.lagMillis())
              .setCompleteFromMillis(shard.holes().completeFromForOlderNodes())
              .addAllHoles(WireHoles.toWire(shard.holes()))
              .setPendingFromMillis(shard.pendingFromMillis()));
    }
    return answer.build();
  }

  public static DeleteOutcome outcome(Wire.DeleteAnswer answer) {
    return Names.of(DeleteOutcome.class, answer.getOutcome());
  }

  public static List<ShardHealth> fromWire(Wire.HealthAnswer answer) {
    return answer.getShardsList().stream()
        .map(
            shard ->
                new ShardHealth(
                    new ShardId(shard.getNamespace(), shard.getShard()),
                    Names.of(ShardState.class, shard.getState()),
                    shard.getLagMillis(),
                    WireHoles.fromWire(shard.getHolesList(), shard.getCompleteFromMillis()),
                    shard.hasPendingFromMillis()
                        ? shard.getPendingFromMillis()
                        : ShardHealth.NOTHING_PENDING))
        .toList();
  }
}
