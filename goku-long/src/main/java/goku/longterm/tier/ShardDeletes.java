package goku.longterm.tier;

import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The deletes in force for a shard on this node. Guarded by its shard's lock.
final class ShardDeletes {
  private final Map<String, Tombstone> byKey = new TreeMap<>();

  /// Adds deletes, and returns whether any was new.
  boolean add(Collection<Tombstone> deletes) {
    int before = byKey.size();
    deletes.forEach(delete -> byKey.putIfAbsent(delete.key(), delete));
    return byKey.size() > before;
  }

  boolean removeIf(Predicate<Tombstone> which) {
    return byKey.values().removeIf(which);
  }

  List<Tombstone> all() {
    return List.copyOf(byKey.values());
  }

  /// Returns the deletes that touch a bucket and that it was built without, by metric.
  Map<String, List<Tombstone>> missedBy(Manifest bucket) {
    if (byKey.isEmpty()) {
      return Map.of();
    }
    Set<String> applied = new HashSet<>(bucket.inputs());
    Map<String, List<Tombstone>> missed = new HashMap<>();
    for (Tombstone delete : byKey.values()) {
      if (isMissedBy(delete, bucket, applied)) {
        missed.computeIfAbsent(delete.delete().metric(), _ -> new ArrayList<>()).add(delete);
      }
    }
    missed.replaceAll((_, deletes) -> List.copyOf(deletes));
    return Map.copyOf(missed);
  }

  static boolean isMissedBy(Tombstone delete, Manifest bucket) {
    return isMissedBy(delete, bucket, bucket.inputs());
  }

  private static boolean isMissedBy(Tombstone delete, Manifest bucket, Collection<String> applied) {
    return delete.touches(bucket.startMillis(), bucket.endMillis())
        && !applied.contains(delete.key());
  }
}
