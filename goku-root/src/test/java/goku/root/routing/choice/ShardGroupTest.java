package goku.root.routing.choice;

import static goku.rpc.ShardState.SERVING;
import static goku.rpc.ShardState.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardGroupTest {
  private static final TimeRange RANGE = new TimeRange(1_000_000, 2_000_000);
  private static final long MAX_LAG = 5000;
  private static final ShardId SHARD = new ShardId("ns1", 0);
  private static final ShardId OTHER = new ShardId("ns1", 1);
  private static final ReadRequirements REQUIREMENTS = new ReadRequirements(RANGE, MAX_LAG);
  private static final Replica PRIMARY = replica("primary", SERVING, 0, Holes.NONE);

  private static Replica replica(String node, ShardState state, long lagMillis, Holes holes) {
    return new Replica(node, "a", node + ":1", new ShardHealth(SHARD, state, lagMillis, holes));
  }

  private static RankedReplicas ranking(ShardId shard, Replica... fallbacks) {
    return new RankedReplicas(
        shard,
        Stream.concat(Stream.of(PRIMARY), Stream.of(fallbacks))
            .map(replica -> new Candidate(replica, false))
            .toList());
  }

  private static ShardGroup group(RankedReplicas... rankings) {
    return new ShardGroup(PRIMARY, List.of(rankings));
  }

  private static boolean mayBeBetter(Replica fallback, StreamHeader answer) {
    return group(ranking(SHARD, fallback)).mayBeBetter(answer, REQUIREMENTS);
  }

  private static StreamHeader answer(Holes holes, long lagMillis) {
    return new StreamHeader(List.of(), holes, lagMillis, 0);
  }

  @Test
  void fallbacksAreAvailableReplicasOnOtherNodes() {
    Replica available = replica("available", SERVING, 0, Holes.NONE);
    RankedReplicas ranking =
        ranking(SHARD, PRIMARY, replica("down", UNAVAILABLE, 0, Holes.NONE), available);
    assertThat(ranking.fallbacks()).containsExactly(new Candidate(available, false));
  }

  @Test
  void groupHasFallbacksIfEachOfItsShardsHasOne() {
    RankedReplicas with = ranking(SHARD, replica("other", SERVING, 0, Holes.NONE));
    RankedReplicas without = ranking(OTHER, replica("other", UNAVAILABLE, 0, Holes.NONE));
    assertThat(group(with).hasFallbacks()).isTrue();
    assertThat(group(without).hasFallbacks()).isFalse();
    assertThat(group(with, without).hasFallbacks()).isFalse();
  }

  @Test
  void fallbackMayBeBetterThanALaggingAnswerIfItIsCaughtUp() {
    StreamHeader lagging = answer(Holes.NONE, 6000);
    assertThat(mayBeBetter(replica("other", SERVING, MAX_LAG, Holes.NONE), lagging)).isTrue();
    assertThat(mayBeBetter(replica("other", SERVING, MAX_LAG + 1, Holes.NONE), lagging)).isFalse();
  }

  @Test
  void fallbackMayBeBetterThanALaggingAnswerIfItHasLessThanHalfOfTheLag() {
    StreamHeader lagging = answer(Holes.NONE, 60_000);
    assertThat(mayBeBetter(replica("other", SERVING, 29_999, Holes.NONE), lagging)).isTrue();
    assertThat(mayBeBetter(replica("other", SERVING, 30_000, Holes.NONE), lagging)).isFalse();
  }

  /// Returns a hole of the first part of the range.
  private static Holes hole(long millis) {
    long start = RANGE.startMillis();
    return Holes.of(new Hole(start, start + millis, HoleCause.RECOVERY));
  }

  @Test
  void fallbackMayBeBetterThanAnAnswerWithAHoleIfItLacksLessTime() {
    StreamHeader answer = answer(hole(10), 0);
    assertThat(mayBeBetter(replica("other", SERVING, 0, hole(9)), answer)).isTrue();
    assertThat(mayBeBetter(replica("other", SERVING, 0, hole(10)), answer)).isFalse();
  }

  @Test
  void fallbackMayBeBetterForOneOfTheShardsWhoseHolesTheMapKnows() {
    Replica holed = replica("primary", SERVING, 0, hole(10));
    Candidate primary = new Candidate(holed, false);
    Candidate same = new Candidate(replica("other", SERVING, 0, hole(10)), false);
    Candidate less = new Candidate(replica("other", SERVING, 0, hole(9)), false);
    StreamHeader answer = answer(hole(10), 0);
    var equal = new RankedReplicas(SHARD, List.of(primary, same));
    var better = new RankedReplicas(OTHER, List.of(primary, less));
    assertThat(new ShardGroup(holed, List.of(equal)).mayBeBetter(answer, REQUIREMENTS)).isFalse();
    assertThat(new ShardGroup(holed, List.of(equal, better)).mayBeBetter(answer, REQUIREMENTS))
        .isTrue();
  }

  @Test
  void fallbackOfAShardWithoutAHoleIsNotBetterIfTheMapKnowsTheHolesOfTheAnswer() {
    Replica holed = replica("primary", SERVING, 0, hole(10));
    Candidate same = new Candidate(replica("other", SERVING, 0, hole(10)), false);
    var with = new RankedReplicas(SHARD, List.of(new Candidate(holed, false), same));
    RankedReplicas without = ranking(OTHER, replica("other", SERVING, 0, Holes.NONE));
    assertThat(
            new ShardGroup(holed, List.of(with, without))
                .mayBeBetter(answer(hole(10), 0), REQUIREMENTS))
        .isFalse();
  }

  @Test
  void fallbackIsNotBetterThanACompleteAndCaughtUpAnswer() {
    StreamHeader answer = answer(Holes.before(RANGE.startMillis(), HoleCause.RECOVERY), MAX_LAG);
    assertThat(mayBeBetter(replica("other", SERVING, 0, Holes.NONE), answer)).isFalse();
  }

  @Test
  void groupOfWhichAShardHasNoFallbackHasNoBetterAnswer() {
    ShardGroup group =
        group(ranking(SHARD, replica("other", SERVING, 0, Holes.NONE)), ranking(OTHER));
    assertThat(group.mayBeBetter(answer(Holes.NONE, 6000), REQUIREMENTS)).isFalse();
  }
}
