package goku.root.opentsdb.language;

/// Where we may understand or answer a request otherwise than OpenTSDB does.
///
/// @param strict never, as far as we can: what OpenTSDB refuses is refused
/// @param skipUnresolved names that no series has give an empty answer instead of an error
/// @param partialAnswers an answer may be short of shards that nobody serves, and says so
/// @param grafanaGaps datapoints without a value are written as Grafana can read them
public record Dialect(
    boolean strict, boolean skipUnresolved, boolean partialAnswers, boolean grafanaGaps) {
  public Dialect {
    partialAnswers = partialAnswers && !strict;
    grafanaGaps = grafanaGaps && !strict;
  }
}
