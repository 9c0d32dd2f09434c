package goku.model;

import java.util.List;

/// All namespaces of a deployment. Exactly one is the default; it takes every metric that no prefix
/// of another claims. Immutable.
public final class Namespaces {
  private final List<Namespace> all;
  private final Namespace defaultNamespace;

  public Namespaces(List<Namespace> all) {
    this.all = List.copyOf(all);
    List<Namespace> defaults = all.stream().filter(Namespace::isDefault).toList();
    if (defaults.size() != 1) {
      throw new IllegalArgumentException(
          "exactly one namespace must be the default, found " + defaults.size());
    }
    this.defaultNamespace = defaults.getFirst();
  }

  public List<Namespace> all() {
    return all;
  }

  public Namespace defaultNamespace() {
    return defaultNamespace;
  }

  /// The namespace of a datapoint: that of the longest matching prefix whose `since` is not after
  /// the datapoint, else the default. When several namespaces name the same prefix, the metric
  /// moved from one to the next: the latest such `since` counts.
  public Namespace of(String metric, long timestampMillis) {
    Namespace best = defaultNamespace;
    MetricPrefix chosen = null;
    for (Namespace namespace : all) {
      for (MetricPrefix candidate : namespace.metrics()) {
        if (candidate.since().toEpochMilli() <= timestampMillis
            && metric.startsWith(candidate.prefix())
            && (chosen == null || precedes(candidate, chosen))) {
          best = namespace;
          chosen = candidate;
        }
      }
    }
    return best;
  }

  private static boolean precedes(MetricPrefix candidate, MetricPrefix chosen) {
    int longer = Integer.compare(candidate.prefix().length(), chosen.prefix().length());
    return longer > 0 || (longer == 0 && candidate.since().isAfter(chosen.since()));
  }

  /// The namespaces that can hold datapoints of the metric between the two times.
  public List<Namespace> of(String metric, TimeRange range) {
    return all.stream()
        .filter(
            namespace ->
                namespace.equals(of(metric, range.startMillis()))
                    || namespace.equals(of(metric, range.endMillis()))
                    || namespace.metrics().stream()
                        .map(prefix -> prefix.since().toEpochMilli())
                        .anyMatch(
                            since -> range.contains(since) && namespace.equals(of(metric, since))))
        .toList();
  }
}
