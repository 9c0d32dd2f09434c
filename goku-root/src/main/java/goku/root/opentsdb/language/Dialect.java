package goku.root.opentsdb.language;

/// The differences from OpenTSDB in parsing requests and writing answers.
///
/// @param strict disables all differences where possible: what OpenTSDB rejects is rejected
/// @param skipUnresolved unknown names give an empty answer instead of an error; never when strict
/// @param partialAnswers an answer may lack unavailable shards, with a mark
/// @param grafanaGaps datapoints without a value are written so that Grafana can read them
public record Dialect(
    boolean strict, boolean skipUnresolved, boolean partialAnswers, boolean grafanaGaps) {
  public Dialect {
    skipUnresolved = skipUnresolved && !strict;
    partialAnswers = partialAnswers && !strict;
    grafanaGaps = grafanaGaps && !strict;
  }
}
