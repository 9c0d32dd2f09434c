package goku.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Store;
import goku.rollout.RolloutStep.Complete;
import goku.rollout.RolloutStep.Evict;
import goku.rollout.RolloutStep.Wait;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutPlanTest {
  private static final int TICKS = 100;

  private final ModelCluster cluster =
      new ModelCluster()
          .with("short-a", Store.SHORT_TERM, "a", 2)
          .with("short-b", Store.SHORT_TERM, "b", 2)
          .with("long-a", Store.LONG_TERM, "a", 1)
          .with("long-b", Store.LONG_TERM, "b", 1);

  private final RolloutPlan plan = new RolloutPlan(2);

  @Test
  void withoutANewRevisionNothingRestarts() {
    assertThat(roll(TICKS)).isEmpty();
    assertThat(next()).isEqualTo(new Complete());
  }

  @Test
  void setsThatChangeTogetherRestartOnePodAfterTheOther() {
    upgradeAll("r2");
    assertThat(roll(TICKS))
        .containsExactly(
            "long-a-0", "long-b-0", "short-a-1", "short-a-0", "short-b-1", "short-b-0");
    assertThat(next()).isEqualTo(new Complete());
  }

  @Test
  void aRevisionThatNeverWorksStopsAtItsFirstPod() {
    cluster.breakRevision("bad");
    upgradeAll("bad");
    assertThat(roll(TICKS)).containsExactly("long-a-0");
    assertThat(next()).isEqualTo(new Wait("long-a-0 to be ready with the new revision"));
    upgradeAll("r1");
    assertThat(roll(TICKS)).as("rollback").containsExactly("long-a-0");
    assertThat(next()).isEqualTo(new Complete());
  }

  @Test
  void outdatedPodsThatAreBrokenRestartBeforeAllOthers() {
    cluster.breakRevision("bad");
    cluster.upgrade("bad", "short-a");
    cluster.evict("short-a-0");
    cluster.evict("short-a-1");
    cluster.tick();
    cluster.tick();
    assertThat(cluster.unserved()).isEmpty();
    upgradeAll("r2");
    assertThat(roll(TICKS))
        .containsExactly(
            "short-a-1", "short-a-0", "long-a-0", "long-b-0", "short-b-1", "short-b-0");
  }

  @Test
  void aPodThatCrashedWithTheNewRevisionStopsTheRollout() {
    upgradeAll("r2");
    assertThat(roll(4)).containsExactly("long-a-0");
    cluster.crash("long-a-0");
    assertThat(next()).isEqualTo(new Wait("long-a-0 to be ready with the new revision"));
  }

  @Test
  void aRolloutIsCompleteOnceTheLastPodIsReady() {
    cluster.upgrade("r2", "short-a");
    assertThat(roll(TICKS)).hasSize(2);
    cluster.crash("short-a-0");
    assertThat(next()).isEqualTo(new Wait("short-a-0 to be ready with the new revision"));
    cluster.tick();
    assertThat(next()).isEqualTo(new Complete());
  }

  @Test
  void aSetWithoutPodsIsNotReady() {
    cluster.scale("short-b", 3);
    cluster.upgrade("r2", "short-a");
    assertThat(next()).isEqualTo(new Wait("short-b to have 3 pods, it has 2"));
  }

  @Test
  void theRevisionOfATemplateIsKnownOnceKubernetesHasSeenIt() {
    cluster.upgrade("r2", "short-a");
    cluster.observe("short-a", false);
    assertThat(roll(TICKS)).isEmpty();
    assertThat(next()).isEqualTo(new Wait("Kubernetes to see the new template of short-a"));
    cluster.observe("short-a", true);
    assertThat(roll(TICKS)).containsExactly("short-a-1", "short-a-0");
  }

  @Test
  void aPodIsEvictedOnlyIfTheMapIsNewerThanTheLastRestart() {
    upgradeAll("r2");
    cluster.writeMap(false);
    assertThat(roll(TICKS)).isEmpty();
    assertThat(next()).isEqualTo(new Wait("a shard map that is newer than the last restart"));
    cluster.writeMap(true);
    assertThat(roll(TICKS)).hasSize(6);
  }

  @Test
  void readyDoesNotMeanReplicated() {
    cluster.recover("short-b-1", true);
    cluster.tick();
    cluster.upgrade("r2", "short-a");
    assertThat(roll(TICKS)).as("shard 0 has its other replica").containsExactly("short-a-0");
    assertThat(next())
        .isEqualTo(new Wait("short-a-1 to be replaceable, shard short ns1/1: short-b-1 recovers"));
    cluster.recover("short-b-1", false);
    assertThat(roll(TICKS)).containsExactly("short-a-1");
  }

  @Test
  void oneZoneAndOneReplicaRestartWithAWarning() {
    var small =
        new ModelCluster()
            .with("short", Store.SHORT_TERM, "a", 1)
            .with("long", Store.LONG_TERM, "a", 1);
    small.upgrade("r2", "short", "long");
    List<RolloutStep> steps = new ArrayList<>();
    for (int i = 0; i < TICKS; i++) {
      if (plan.next(small.workloads(), small.map()) instanceof Evict evict) {
        steps.add(evict);
        small.evict(evict.pod().name());
      }
      small.tick();
    }
    assertThat(steps).hasSize(2).allSatisfy(step -> assertThat(((Evict) step).isAlone()).isTrue());
  }

  @Test
  void oneReplicaPerShardOfGokuLRestartsWithAWarning() {
    assertThat(cluster.workloads().hasOneReplica(Store.LONG_TERM, 2)).isFalse();
    assertThat(cluster.workloads().hasOneReplica(Store.LONG_TERM, 1)).isTrue();
    assertThat(cluster.workloads().hasOneReplica(Store.SHORT_TERM, 1)).isFalse();
  }

  private void upgradeAll(String revision) {
    cluster.upgrade(revision, "short-a", "short-b", "long-a", "long-b");
  }

  private RolloutStep next() {
    return plan.next(cluster.workloads(), cluster.map());
  }

  /// Does what the plan says for some time. Returns the evicted pods. All shards are served at each
  /// moment.
  private List<String> roll(int ticks) {
    List<String> evicted = new ArrayList<>();
    for (int i = 0; i < ticks; i++) {
      if (next() instanceof Evict evict) {
        assertThat(evict.isAlone()).isFalse();
        evicted.add(evict.pod().name());
        cluster.evict(evict.pod().name());
      }
      assertThat(cluster.unserved()).as("after %s", evicted).isEmpty();
      cluster.tick();
    }
    return evicted;
  }
}
