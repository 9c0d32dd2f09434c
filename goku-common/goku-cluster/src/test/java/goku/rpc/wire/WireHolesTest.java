package goku.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.proto.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;

/// During a rolling upgrade, nodes and roots of two versions exchange messages. The older version
/// knows only the time from which the data is complete.
class WireHolesTest {
  private static final ShardId SHARD = new ShardId("ns1", 3);
  private static final Holes LOST =
      Holes.of(new Hole(500, 600, HoleCause.LOG_LOST), new Hole(700, 750, HoleCause.DAMAGED));

  @Test
  void anOlderRootTakesTheEndOfTheLastHole() throws Exception {
    var health = new ShardHealth(SHARD, ShardState.SERVING, 0, LOST);
    Wire.ShardHealth sent = WireShards.toWire(() -> List.of(health)).getShards(0);
    assertThat(sent.getCompleteFromMillis()).isEqualTo(750);
    var whole = new ShardHealth(SHARD, ShardState.SERVING, 0, Holes.NONE);
    assertThat(WireShards.toWire(() -> List.of(whole)).getShards(0).getCompleteFromMillis())
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void anOlderNodeDoesNotSayWhatTheTiersMayLack() throws Exception {
    var health = new ShardHealth(SHARD, ShardState.SERVING, 0, Holes.NONE, 7200);
    Wire.HealthAnswer sent = WireShards.toWire(() -> List.of(health));
    assertThat(WireShards.fromWire(sent)).containsExactly(health);
    Wire.HealthAnswer older =
        sent.toBuilder()
            .setShards(0, sent.getShards(0).toBuilder().clearPendingFromMillis())
            .build();
    assertThat(WireShards.fromWire(older))
        .containsExactly(new ShardHealth(SHARD, ShardState.SERVING, 0, Holes.NONE));
  }

  @Test
  void anOlderNodeIsIncompleteBeforeTheTimeItSends() {
    assertThat(WireHoles.of(header(900))).isEqualTo(Holes.before(900, HoleCause.RECOVERY));
    assertThat(WireHoles.of(header(Long.MIN_VALUE))).isSameAs(Holes.NONE);
    var part = Wire.LastPart.newBuilder().setCompleteFromMillis(900).build();
    assertThat(WireHoles.of(part)).isEqualTo(Holes.before(900, HoleCause.RECOVERY));
    var health =
        Wire.HealthAnswer.newBuilder()
            .addShards(
                Wire.ShardHealth.newBuilder()
                    .setNamespace("ns1")
                    .setShard(3)
                    .setState("RECOVERING")
                    .setCompleteFromMillis(900))
            .build();
    assertThat(WireShards.fromWire(health))
        .containsExactly(
            new ShardHealth(
                SHARD, ShardState.RECOVERING, 0, Holes.before(900, HoleCause.RECOVERY)));
  }

  @Test
  void holesPrecedeTheTimeForOlderVersions() {
    Wire.QueryHeader both = header(750).toBuilder().addAllHoles(WireHoles.toWire(LOST)).build();
    assertThat(WireHoles.of(both)).isEqualTo(LOST);
  }

  @Test
  void aCauseOfANewerVersionIsAccepted() {
    var newer = Wire.Hole.newBuilder().setStartMillis(1).setEndMillis(2).setCause("FLOODED");
    assertThat(WireHoles.fromWire(List.of(newer.build())))
        .isEqualTo(Holes.of(new Hole(1, 2, HoleCause.OTHER)));
  }

  @Test
  void anInvalidHoleIsRejected() {
    var invalid = Wire.Hole.newBuilder().setStartMillis(2).setEndMillis(2).build();
    assertThatThrownBy(() -> WireHoles.fromWire(List.of(invalid)))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("cannot read holes")
        .hasMessageContaining("endMillis=2");
  }

  private static Wire.QueryHeader header(long completeFromMillis) {
    return Wire.QueryHeader.newBuilder().setCompleteFromMillis(completeFromMillis).build();
  }
}
