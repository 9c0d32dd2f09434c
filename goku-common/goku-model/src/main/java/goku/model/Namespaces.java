package goku.model;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// All namespaces of a deployment. Exactly one is the default, which gets every metric that no
/// prefix of another namespace claims. Immutable.
public final class Namespaces {
  /// The longest time after a move of a metric for which the old namespace may have datapoints. A
  /// client with a fast clock may have sent them before the move was known. Equals the most that
  /// GokuS accepts ahead of its clock.
  public static final Duration AHEAD = Tier.MEMORY_BUCKET.multipliedBy(2);

  private final List<Namespace> all;
  private final int defaultIndex;
  private final PrefixTree prefixes;
  private final List<LateMove> lateMoves;
  private final MetricRenames renames;
  private final List<Namespace> removed;

  public Namespaces(List<Namespace> all) {
    this(all, List.of(), MetricRenames.NONE, List.of());
  }

  private Namespaces(
      List<Namespace> all,
      List<LateMove> lateMoves,
      MetricRenames renames,
      List<Namespace> removed) {
    this.all = List.copyOf(all);
    this.removed = List.copyOf(removed);
    this.renames = renames;
    this.lateMoves =
        lateMoves.stream()
            .filter(move -> all.stream().anyMatch(one -> one.name().equals(move.namespace())))
            .toList();
    int[] defaults =
        IntStream.range(0, all.size()).filter(index -> all.get(index).isDefault()).toArray();
    if (defaults.length != 1) {
      throw new IllegalArgumentException(
          "exactly one namespace must be the default, found " + defaults.length);
    }
    this.defaultIndex = defaults[0];
    var tree = new PrefixTreeBuilder();
    for (int index = 0; index < all.size(); index++) {
      for (MetricPrefix prefix : all.get(index).metrics()) {
        tree.add(prefix, index);
      }
    }
    this.prefixes = tree.build();
  }

  public List<Namespace> all() {
    return all;
  }

  /// Returns these namespaces with moves that some ingestors learned late. Moves from unknown
  /// namespaces have no effect.
  public Namespaces withLateMoves(List<LateMove> moves) {
    return new Namespaces(all, moves, renames, removed);
  }

  /// Returns these namespaces with renamed metrics.
  public Namespaces withRenames(MetricRenames renamed) {
    return new Namespaces(all, lateMoves, renamed, removed);
  }

  /// Returns these namespaces with others that were removed. Removed namespaces own no metric.
  public Namespaces withRemoved(List<Namespace> others) {
    return new Namespaces(all, lateMoves, renames, others);
  }

  /// Returns the namespaces that were removed. Their names, topics and buckets are not used again.
  public List<Namespace> removed() {
    return removed;
  }

  /// Returns all namespaces of the file, also those that were removed.
  public Stream<Namespace> known() {
    return Stream.concat(all.stream(), removed.stream());
  }

  /// Returns whether a namespace of this name was removed.
  public boolean isRemoved(String name) {
    return removed.stream().anyMatch(one -> one.name().equals(name));
  }

  /// Returns the renamed metrics. The namespace of a metric follows from its current name, its
  /// shard from its stored name.
  public MetricRenames renames() {
    return renames;
  }

  /// Returns whether a late move left datapoints in the namespace.
  public boolean hasLateMove(Namespace namespace) {
    return lateMoves.stream().anyMatch(move -> move.namespace().equals(namespace.name()));
  }

  public Namespace defaultNamespace() {
    return all.get(defaultIndex);
  }

  /// Returns the namespace of a datapoint: that of the longest matching prefix whose `since` is not
  /// after the datapoint, else the default. If several namespaces claim the same prefix, the metric
  /// has moved between them, and the claim with the latest such `since` wins.
  public Namespace of(String metric, long timestampMillis) {
    byte[] name = NameText.bytes(metric);
    return all.get(indexOf(name, name.length, timestampMillis));
  }

  /// Returns the index in `all()` of the namespace of a datapoint. Allocates nothing.
  ///
  /// @param name bytes that begin with the UTF-8 of the metric
  /// @param metricLength length of the metric in bytes
  public int indexOf(byte[] name, int metricLength, long timestampMillis) {
    int claimed = prefixes.find(name, metricLength, timestampMillis);
    return claimed == PrefixTree.NONE ? defaultIndex : claimed;
  }

  /// Returns the namespaces that can hold datapoints of the metric in the range, in the order of
  /// `all()`. Includes the old namespaces of late moves.
  public List<Namespace> of(String metric, TimeRange range) {
    byte[] name = NameText.bytes(metric);
    var holders = new BitSet(all.size());
    holders.set(indexOf(name, name.length, range.startMillis()));
    prefixes.forEachSince(
        name,
        name.length,
        since -> {
          if (range.contains(since)) {
            holders.set(indexOf(name, name.length, since));
          }
        });
    for (LateMove move : lateMoves) {
      if (move.concerns(metric, range)) {
        holders.set(indexOf(move.namespace()));
      }
    }
    int first = holders.nextSetBit(0);
    return holders.nextSetBit(first + 1) < 0
        ? List.of(all.get(first))
        : holders.stream().mapToObj(all::get).toList();
  }

  private int indexOf(String name) {
    return IntStream.range(0, all.size())
        .filter(index -> all.get(index).name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// Returns the times at which the metric may move to another namespace, in milliseconds since the
  /// epoch: the begins of the claims on its prefixes.
  public SortedSet<Long> changes(String metric) {
    byte[] name = NameText.bytes(metric);
    var times = new TreeSet<Long>();
    prefixes.forEachSince(name, name.length, times::add);
    return times;
  }
}
