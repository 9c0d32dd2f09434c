package goku.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import goku.model.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The lists of StatefulSets and pods as the Kubernetes API writes them.
final class WorkloadJson {
  private static final String COMPONENT = "app.kubernetes.io/component";
  private static final String ZONE = "goku/zone";
  private static final String REVISION = "controller-revision-hash";

  private WorkloadJson() {}

  /// Reads a StatefulSetList. Leaves out sets of other services, and sets that Kubernetes updates
  /// by itself.
  static List<StorageSet> sets(JsonNode list) {
    List<StorageSet> sets = new ArrayList<>();
    for (JsonNode item : list.path("items")) {
      boolean isOnDelete = item.at("/spec/updateStrategy/type").asText().equals("OnDelete");
      storeOf(label(item, COMPONENT))
          .filter(_ -> isOnDelete)
          .ifPresent(store -> sets.add(set(item, store)));
    }
    return sets;
  }

  private static StorageSet set(JsonNode item, Store store) {
    String name = item.at("/metadata/name").asText();
    String zone = label(item, ZONE);
    // revisions are those of the template that was observed
    boolean isObserved =
        item.at("/metadata/generation").asLong()
            == item.at("/status/observedGeneration").asLong(-1);
    return new StorageSet(
        name,
        store,
        zone.isEmpty() ? name : zone,
        item.at("/spec/replicas").asInt(1),
        isObserved,
        item.at("/status/updateRevision").asText());
  }

  /// Reads a PodList. Leaves out pods that belong to no StatefulSet.
  static List<StoragePod> pods(JsonNode list) {
    List<StoragePod> pods = new ArrayList<>();
    for (JsonNode item : list.path("items")) {
      for (JsonNode owner : item.at("/metadata/ownerReferences")) {
        if (owner.path("kind").asText().equals("StatefulSet")) {
          pods.add(
              new StoragePod(
                  item.at("/metadata/name").asText(),
                  item.at("/metadata/uid").asText(),
                  owner.path("name").asText(),
                  label(item, REVISION),
                  isReady(item),
                  item.at("/metadata").hasNonNull("deletionTimestamp")));
        }
      }
    }
    return pods;
  }

  private static boolean isReady(JsonNode pod) {
    for (JsonNode condition : pod.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static Optional<Store> storeOf(String component) {
    return switch (component) {
      case "short" -> Optional.of(Store.SHORT_TERM);
      case "long" -> Optional.of(Store.LONG_TERM);
      default -> Optional.empty();
    };
  }

  private static String label(JsonNode item, String name) {
    return item.path("metadata").path("labels").path(name).asText();
  }
}
