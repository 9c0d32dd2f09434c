package goku.testkit.structure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A search for a cycle in a graph of packages, depth first.
final class PackageCycle {
  private final Map<String, Set<String>> uses;
  private final List<String> path = new ArrayList<>();
  private final Set<String> done = new HashSet<>();

  private PackageCycle(Map<String, Set<String>> uses) {
    this.uses = uses;
  }

  /// Returns the packages of one cycle in the order of their dependencies, or nothing.
  static List<String> findIn(Map<String, Set<String>> uses) {
    PackageCycle search = new PackageCycle(uses);
    for (String start : uses.keySet()) {
      List<String> cycle = search.from(start);
      if (!cycle.isEmpty()) {
        return cycle;
      }
    }
    return List.of();
  }

  private List<String> from(String node) {
    int before = path.indexOf(node);
    if (before >= 0) {
      return List.copyOf(path.subList(before, path.size()));
    }
    if (!done.add(node)) {
      return List.of();
    }
    path.add(node);
    for (String next : uses.getOrDefault(node, Set.of())) {
      List<String> cycle = from(next);
      if (!cycle.isEmpty()) {
        return cycle;
      }
    }
    path.removeLast();
    return List.of();
  }
}
