package goku.model;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The renamed metrics of a deployment. A metric is stored under the same name for ever, and only
/// the name that clients use changes. All history is therefore under the new name at once, in every
/// store, and series stay in their shards. OpenTSDB does the same with its identifiers.
///
/// The old name of a renamed metric is free. A new metric of that name is stored under another one:
/// the name, the character U+001E, which no client can send, and a number that was never used
/// before. Different names are never stored alike. Immutable.
public final class MetricRenames {
  /// No renamed metrics.
  public static final MetricRenames NONE = new MetricRenames(0, List.of());

  /// The character before what Goku adds to the name of a client.
  static final char MARK = '\u001e';

  private final long edition;
  private final Map<String, MetricRename> byName;
  private final Map<String, String> byStored;

  // the same for ingestors: entry i is of the name with hashes[i], ascending
  private final long[] hashes;
  private final StoredMetric[] metrics;

  private MetricRenames(long edition, List<MetricRename> entries) {
    this.edition = edition;
    byName = entries.stream().collect(toMap(MetricRename::name, Function.identity()));
    byStored =
        entries.stream()
            .filter(one -> !one.isPending())
            .collect(toMap(MetricRename::stored, MetricRename::name));
    metrics =
        entries.stream()
            .map(StoredMetric::of)
            .sorted(Comparator.comparingLong(StoredMetric::nameHash))
            .toArray(StoredMetric[]::new);
    hashes = Arrays.stream(metrics).mapToLong(StoredMetric::nameHash).toArray();
  }

  /// Returns renames as `all` and `edition` gave them.
  ///
  /// @throws IllegalArgumentException if two names are stored alike
  public static MetricRenames of(long edition, List<MetricRename> all) {
    try {
      return new MetricRenames(edition, all);
    } catch (IllegalStateException twice) {
      throw new IllegalArgumentException("a name occurs twice in " + all, twice);
    }
  }

  /// Returns the number of changes so far.
  public long edition() {
    return edition;
  }

  /// Returns the entries by name.
  public List<MetricRename> all() {
    return byName.values().stream().sorted(Comparator.comparing(MetricRename::name)).toList();
  }

  public boolean isEmpty() {
    return byName.isEmpty();
  }

  /// Returns the name under which the metric is stored. The metric of written rollups is renamed
  /// with its metric.
  public String stored(String name) {
    int end = MetricMark.endOfMetric(name);
    MetricRename entry = byName.get(name.substring(0, end));
    return entry == null ? name : entry.stored() + name.substring(end);
  }

  /// Returns the current name of a stored metric.
  public String name(String stored) {
    int end = MetricMark.endOfMetric(stored);
    String name = byStored.get(stored.substring(0, end));
    return name == null ? stored : name + stored.substring(end);
  }

  /// Returns the entry of a metric; null if the metric is stored under its own name. Allocates
  /// nothing.
  ///
  /// @param metric bytes that begin with the stored form of the name, see `NameText`
  public @Nullable StoredMetric of(byte[] metric, int length, long metricHash) {
    int at = Arrays.binarySearch(hashes, metricHash);
    return at >= 0 && metrics[at].isOf(metric, length) ? metrics[at] : null;
  }

  /// Returns these renames with a name that takes no datapoints, until it is given to another
  /// metric or `cancelled`.
  ///
  /// @throws IllegalArgumentException if the name is pending already
  public MetricRenames reserved(String name) {
    if (isPending(name)) {
      throw new IllegalArgumentException("another metric is being renamed to '%s'".formatted(name));
    }
    return with(new MetricRename(name, stored(name), true));
  }

  /// Returns whether the name is reserved.
  public boolean isPending(String name) {
    MetricRename entry = byName.get(name);
    return entry != null && entry.isPending();
  }

  /// Returns these renames without the reservation of a name.
  public MetricRenames cancelled(String name) {
    return with(new MetricRename(name, stored(name), false));
  }

  /// Returns these renames with a metric under a new name, which must be reserved.
  public MetricRenames renamed(String from, String to) {
    if (!isPending(to)) {
      throw new IllegalArgumentException("'%s' is not reserved".formatted(to));
    }
    return with(
        new MetricRename(from, unused(from), false), new MetricRename(to, stored(from), false));
  }

  /// Returns a stored name for a new metric.
  private String unused(String name) {
    boolean isFree = !stored(name).equals(name) && !byStored.containsKey(name);
    return isFree ? name : name + MARK + (edition + 1);
  }

  private MetricRenames with(MetricRename... changed) {
    List<MetricRename> next = new ArrayList<>(byName.values());
    for (MetricRename one : changed) {
      next.removeIf(entry -> entry.name().equals(one.name()));
      if (one.isPending() || !one.name().equals(one.stored())) {
        next.add(one);
      }
    }
    return new MetricRenames(edition + 1, next);
  }
}
