package goku.rollout;

import goku.cluster.stop.StopCheck;
import goku.model.Store;
import goku.rollout.RolloutStep.Complete;
import goku.rollout.RolloutStep.Evict;
import goku.rollout.RolloutStep.Wait;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The decision which pod restarts next. Owned by one thread.
///
/// The shard map is published by what nodes say about themselves, and Kubernetes says what pods do.
/// A map that was written before all pods were settled may show replicas of a process that has
/// ended. So each entry of the map must have been written since.
final class RolloutPlan {
  private final int longReplicas;

  /// The time of the newest entry when all pods were settled, by the clock of the map's writer.
  /// Empty while they are not.
  private OptionalLong settledMillis = OptionalLong.empty();

  /// The shard map at one moment.
  ///
  /// @param newestMillis the time of the newest entry; empty if there is none
  /// @param oldestMillis the time of the oldest entry; empty if there is none
  record MapView(StopCheck check, OptionalLong newestMillis, OptionalLong oldestMillis) {}

  /// @param longReplicas the wanted replicas of a shard of GokuL
  RolloutPlan(int longReplicas) {
    this.longReplicas = longReplicas;
  }

  RolloutStep next(Workloads workloads, MapView map) {
    Optional<String> unsettled = workloads.unsettled();
    if (unsettled.isPresent()) {
      settledMillis = OptionalLong.empty();
      return new Wait(unsettled.get());
    }
    List<StoragePod> outdated = workloads.outdated();
    if (outdated.isEmpty()) {
      settledMillis = OptionalLong.empty();
      return new Complete();
    }
    if (settledMillis.isEmpty()) {
      settledMillis = map.newestMillis();
    }
    if (settledMillis.isEmpty()
        || map.oldestMillis().isEmpty()
        || map.oldestMillis().getAsLong() <= settledMillis.getAsLong()) {
      return new Wait("a shard map that is newer than the last restart");
    }
    RolloutStep step = choose(workloads, outdated, map.check());
    if (step instanceof Evict) {
      settledMillis = OptionalLong.empty();
    }
    return step;
  }

  /// Chooses one of the pods that are not ready if there are any, otherwise one of all.
  private RolloutStep choose(Workloads workloads, List<StoragePod> outdated, StopCheck check) {
    boolean hasBroken = !outdated.getFirst().isReady();
    String reason = "";
    for (StoragePod pod : outdated) {
      if (pod.isReady() && hasBroken) {
        break;
      }
      Store store = workloads.storeOf(pod);
      List<String> obstacles = check.obstacles(store, Set.of(pod.name()));
      if (obstacles.isEmpty()) {
        return new Evict(pod, false);
      }
      if (workloads.hasOneReplica(store, longReplicas)) {
        return new Evict(pod, true);
      }
      if (reason.isEmpty()) {
        String more = obstacles.size() == 1 ? "" : " and %d more".formatted(obstacles.size() - 1);
        reason = "%s to be replaceable, %s%s".formatted(pod.name(), obstacles.getFirst(), more);
      }
    }
    return new Wait(reason);
  }
}
