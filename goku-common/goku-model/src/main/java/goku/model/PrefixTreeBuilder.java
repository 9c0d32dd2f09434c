package goku.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.LongStream;

/// A builder of a [PrefixTree]. Used once, by one thread.
final class PrefixTreeBuilder {
  private record Claim(long sinceMillis, int value) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(byte[] prefix, List<Claim> claims) {}

  /// A node whose edges are not yet made, with all prefixes that pass through it.
  private record Node(int number, int depth, List<Entry> entries) {}

  private record Edge(int node, int size, long bytes, int target) {}

  private final Map<String, List<Claim>> claimed = new LinkedHashMap<>();
  private final Queue<Node> open = new ArrayDeque<>();
  private final List<Edge> edges = new ArrayList<>();
  private final LongStream.Builder claims = LongStream.builder();
  private final List<Integer> claimsOfNodes = new ArrayList<>();
  private final List<Integer> lengthsOfNodes = new ArrayList<>();
  private int longs;

  /// Adds a claim. Of two claims on one prefix with the same begin, the first wins.
  PrefixTreeBuilder add(MetricPrefix prefix, int value) {
    claimed
        .computeIfAbsent(prefix.prefix(), any -> new ArrayList<>())
        .add(new Claim(prefix.since().toEpochMilli(), value));
    return this;
  }

  PrefixTree build() {
    // occupies the index NO_CLAIMS
    addLong(0);
    List<Entry> all = new ArrayList<>();
    claimed.forEach((prefix, own) -> all.add(new Entry(NameText.bytes(prefix), own)));
    addNode(0, all);
    for (Node node = open.poll(); node != null; node = open.poll()) {
      grow(node);
    }
    var table = new EdgeTable(edges.size(), lengthsOfNodes.size(), lengthsOfNodes.getFirst());
    edges.forEach(edge -> put(edge, table));
    int[] ofNodes = claimsOfNodes.stream().mapToInt(Integer::intValue).toArray();
    return new PrefixTree(table, claims.build().toArray(), ofNodes);
  }

  private void put(Edge edge, EdgeTable table) {
    // full edges to tails have a negative target, to tell them from edges to nodes
    boolean toNode = edge.size() == PrefixTree.WIDTH && edge.target() >= 0;
    table.put(
        edge.node(),
        edge.size(),
        edge.bytes(),
        toNode && claimsOfNodes.get(edge.target()) != PrefixTree.NO_CLAIMS,
        toNode ? lengthsOfNodes.get(edge.target()) : 0,
        Math.abs(edge.target()));
  }

  private int addNode(int depth, List<Entry> entries) {
    int number = lengthsOfNodes.size();
    lengthsOfNodes.add(0);
    claimsOfNodes.add(PrefixTree.NO_CLAIMS);
    open.add(new Node(number, depth, entries));
    return number;
  }

  private void grow(Node node) {
    Map<Long, List<Entry>> through = new LinkedHashMap<>();
    for (Entry entry : node.entries()) {
      int rest = entry.prefix().length - node.depth();
      long bytes = PrefixTree.bytes(entry.prefix(), node.depth(), rest);
      if (rest == 0) {
        claimsOfNodes.set(node.number(), addClaims(entry));
      } else if (rest < PrefixTree.WIDTH) {
        addEdge(node, rest, bytes & PrefixTree.mask(rest), addClaims(entry));
      } else {
        through.computeIfAbsent(bytes, any -> new ArrayList<>()).add(entry);
      }
    }
    int depth = node.depth() + PrefixTree.WIDTH;
    through.forEach(
        (bytes, entries) ->
            addEdge(
                node,
                PrefixTree.WIDTH,
                bytes,
                entries.size() == 1
                    ? -addTail(entries.getFirst(), depth)
                    : addNode(depth, entries)));
  }

  private void addEdge(Node from, int size, long bytes, int target) {
    edges.add(new Edge(from.number(), size, bytes, target));
    lengthsOfNodes.set(from.number(), lengthsOfNodes.get(from.number()) | (1 << (size - 1)));
  }

  private int addTail(Entry entry, int depth) {
    int size = entry.prefix().length - depth;
    int index = addLong(size);
    for (int done = 0; done < size; done += PrefixTree.WIDTH) {
      int left = Math.min(size - done, PrefixTree.WIDTH);
      addLong(PrefixTree.bytes(entry.prefix(), depth + done, left) & PrefixTree.mask(left));
    }
    addClaims(entry);
    return index;
  }

  /// Adds the claims on one prefix and returns their index.
  private int addClaims(Entry entry) {
    int index = longs;
    List<Claim> own = new ArrayList<>(entry.claims());
    own.sort(Comparator.comparingLong(Claim::sinceMillis).reversed());
    for (int i = 0; i < own.size(); i++) {
      addLong(own.get(i).sinceMillis());
      addLong((long) own.get(i).value() << 1 | (i < own.size() - 1 ? 1 : 0));
    }
    return index;
  }

  private int addLong(long value) {
    claims.add(value);
    return longs++;
  }
}
