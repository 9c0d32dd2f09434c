package goku.root.fanout;

import goku.model.SeriesFilter;
import goku.root.planning.SeriesQuery;
import java.util.List;

/// The texts of clients that outlive their request, in the log of queries. Longer ones are cut: 256
/// queries with filters of megabytes would fill the heap.
final class KeptText {
  /// The longest text, in characters.
  private static final int MOST = 4096;

  /// The longest sub queries of a request together, as text, that are kept with their filters.
  private static final int MOST_OF_QUERIES = 64 << 10;

  private KeptText() {}

  static String of(String text) {
    return text.length() <= MOST ? text : text.substring(0, MOST) + "...";
  }

  /// Returns the sub queries, without their filters if these are long, and as many as fit.
  static List<SeriesQuery> of(List<SeriesQuery> queries) {
    long length = 0;
    for (SeriesQuery query : queries) {
      length += query.toString().length();
    }
    if (length <= MOST_OF_QUERIES) {
      return queries;
    }
    return queries.stream().limit(MOST_OF_QUERIES / MOST).map(KeptText::cut).toList();
  }

  private static SeriesQuery cut(SeriesQuery query) {
    String metric = of(query.metric());
    return new SeriesQuery(
        metric,
        new SeriesFilter(metric, List.of(), false),
        query.aggregator(),
        query.downsample(),
        query.rate(),
        query.range(),
        query.members(),
        query.rawWhereKept(),
        query.page());
  }
}
