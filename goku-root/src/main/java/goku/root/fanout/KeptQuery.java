package goku.root.fanout;

import goku.root.planning.SeriesQuery;

/// The description of a sub query that the log of queries keeps after its end. It has no filters:
/// compiled ones may take megabytes, however short their text is.
///
/// @param filters the number of filters
public record KeptQuery(
    String metric, String aggregator, long startMillis, long endMillis, int filters) {
  /// Returns the description of a sub query, with a long metric cut.
  public static KeptQuery of(SeriesQuery query) {
    return new KeptQuery(
        KeptText.of(query.metric()),
        query.aggregator().text(),
        query.range().startMillis(),
        query.range().endMillis(),
        query.series().filters().size());
  }
}
