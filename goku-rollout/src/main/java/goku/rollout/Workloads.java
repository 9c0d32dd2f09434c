package goku.rollout;

import goku.model.Store;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The StatefulSets of GokuS and GokuL, and their pods, at one moment. Immutable.
record Workloads(List<StorageSet> sets, List<StoragePod> pods) {
  /// Pods restart set by set, and in a set from the highest number down, as Kubernetes does it.
  private static final Comparator<StoragePod> ORDER =
      Comparator.comparing(StoragePod::set)
          .thenComparing(Workloads::number, Comparator.reverseOrder());

  Workloads {
    sets = List.copyOf(sets);
    Map<String, StorageSet> byName =
        sets.stream().collect(Collectors.toMap(StorageSet::name, Function.identity()));
    pods = pods.stream().filter(pod -> byName.containsKey(pod.set())).sorted(ORDER).toList();
  }

  /// Returns the reason why no pod may be evicted now, independent of the shard map; empty if there
  /// is none. Pods that are outdated and not ready are no reason: they are evicted first.
  Optional<String> unsettled() {
    for (StorageSet set : sets) {
      if (!set.isObserved()) {
        return Optional.of("Kubernetes to see the new template of " + set.name());
      }
      List<StoragePod> own = pods.stream().filter(pod -> pod.set().equals(set.name())).toList();
      for (StoragePod pod : own) {
        if (pod.isStopping()) {
          return Optional.of(pod.name() + " to stop");
        }
        if (!isOutdated(pod) && !pod.isReady()) {
          return Optional.of(pod.name() + " to be ready with the new revision");
        }
      }
      if (own.size() != set.replicas()) {
        return Optional.of(
            "%s to have %d pods, it has %d".formatted(set.name(), set.replicas(), own.size()));
      }
    }
    return Optional.empty();
  }

  /// Returns the pods of other than the newest revisions, in the order in which they restart: first
  /// those that are not ready.
  List<StoragePod> outdated() {
    return pods.stream()
        .filter(this::isOutdated)
        .sorted(Comparator.comparing(StoragePod::isReady))
        .toList();
  }

  Store storeOf(StoragePod pod) {
    return setOf(pod).store();
  }

  /// Returns whether no shard of the store can have two replicas: the store has one zone of GokuS,
  /// or one node or replica of GokuL.
  ///
  /// @param longReplicas the wanted replicas of a shard of GokuL
  boolean hasOneReplica(Store store, int longReplicas) {
    List<StorageSet> own =
        sets.stream().filter(set -> set.store() == store && set.replicas() > 0).toList();
    return switch (store) {
      case SHORT_TERM -> own.stream().map(StorageSet::zone).distinct().count() < 2;
      case LONG_TERM -> longReplicas < 2 || own.stream().mapToInt(StorageSet::replicas).sum() < 2;
    };
  }

  private boolean isOutdated(StoragePod pod) {
    return !pod.revision().equals(setOf(pod).revision());
  }

  private StorageSet setOf(StoragePod pod) {
    return sets.stream().filter(set -> set.name().equals(pod.set())).findFirst().orElseThrow();
  }

  private static int number(StoragePod pod) {
    String number = pod.name().substring(pod.name().lastIndexOf('-') + 1);
    return number.matches("\\d{1,9}") ? Integer.parseInt(number) : 0;
  }
}
