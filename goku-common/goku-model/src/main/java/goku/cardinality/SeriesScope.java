package goku.cardinality;

/// A set of series in a shard that a limit counts.
///
/// @param name the metric or the prefix of metrics; empty for the whole shard
public record SeriesScope(Kind kind, String name) {
  /// All series of the shard.
  public static final SeriesScope SHARD = new SeriesScope(Kind.SHARD, "");

  /// The kinds of sets. Their names are sent between nodes.
  public enum Kind {
    METRIC,
    PREFIX,
    SHARD
  }

  public static SeriesScope metric(String name) {
    return new SeriesScope(Kind.METRIC, name);
  }

  public static SeriesScope prefix(String prefix) {
    return new SeriesScope(Kind.PREFIX, prefix);
  }
}
