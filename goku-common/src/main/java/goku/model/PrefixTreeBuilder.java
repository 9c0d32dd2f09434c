package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes a [PrefixTree] of claims. Used once, by one thread.
final class PrefixTreeBuilder {
  private record Claim(long sinceMillis, int value) {}

  private record Edge(int node, int size, long bytes) {}

  private final Map<String, List<Claim>> claimed = new LinkedHashMap<>();
  private final Map<Edge, Integer> targets = new LinkedHashMap<>();
  private final Map<Integer, Integer> claimsOfNodes = new HashMap<>();
  private final Map<Integer, Integer> lengths = new HashMap<>();
  private final List<Long> claims = new ArrayList<>(List.of(0L, 0L));
  private int nodes = 1;

  /// Of two claims on one prefix since one time, the first that is added counts.
  PrefixTreeBuilder add(MetricPrefix prefix, int value) {
    claimed
        .computeIfAbsent(prefix.prefix(), any -> new ArrayList<>())
        .add(new Claim(prefix.since().toEpochMilli(), value));
    return this;
  }

  PrefixTree build() {
    claimed.forEach((prefix, own) -> put(prefix.getBytes(UTF_8), index(own)));
    var table = new EdgeTable(targets.size(), nodes, lengthsOf(0));
    targets.forEach(
        (edge, target) -> {
          boolean toNode = edge.size() == PrefixTree.WIDTH;
          table.put(
              edge.node(),
              edge.size(),
              edge.bytes(),
              toNode && claimsOfNodes.containsKey(target),
              toNode ? lengthsOf(target) : 0,
              target);
        });
    int[] ofNodes = new int[nodes];
    claimsOfNodes.forEach((node, index) -> ofNodes[node] = index);
    return new PrefixTree(table, claims.stream().mapToLong(Long::longValue).toArray(), ofNodes);
  }

  /// Adds claims on one prefix, and says where.
  private int index(List<Claim> own) {
    int index = claims.size();
    own.sort(Comparator.comparingLong(Claim::sinceMillis).reversed());
    for (Claim claim : own) {
      claims.add(claim.sinceMillis());
      claims.add((long) claim.value() << 1 | (claim.equals(own.getLast()) ? 0 : 1));
    }
    return index;
  }

  private void put(byte[] prefix, int index) {
    int node = 0;
    int at = 0;
    for (; at + PrefixTree.WIDTH <= prefix.length; at += PrefixTree.WIDTH) {
      Edge edge = edge(node, prefix, at, PrefixTree.WIDTH);
      Integer child = targets.putIfAbsent(edge, nodes);
      node = child == null ? nodes++ : child;
    }
    int rest = prefix.length - at;
    if (rest == 0) {
      claimsOfNodes.put(node, index);
    } else {
      targets.put(edge(node, prefix, at, rest), index);
    }
  }

  private Edge edge(int node, byte[] prefix, int at, int size) {
    lengths.merge(node, 1 << size - 1, (before, one) -> before | one);
    long bytes = PrefixTree.bytes(prefix, at, prefix.length - at);
    return new Edge(node, size, bytes);
  }

  private int lengthsOf(int node) {
    return lengths.getOrDefault(node, 0);
  }
}
