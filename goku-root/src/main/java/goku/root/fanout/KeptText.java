package goku.root.fanout;

import goku.root.planning.SeriesQuery;
import java.util.List;

/// The texts of clients that outlive their request, in the log of queries. Longer ones are cut: 256
/// queries with names of megabytes would fill the heap.
final class KeptText {
  /// The longest text, in characters.
  private static final int MOST = 4096;

  /// The most sub queries of a request.
  private static final int MOST_QUERIES = 16;

  private KeptText() {}

  static String of(String text) {
    return text.length() <= MOST ? text : text.substring(0, MOST) + "...";
  }

  /// Returns the descriptions of the first sub queries.
  static List<KeptQuery> of(List<SeriesQuery> queries) {
    return queries.stream().limit(MOST_QUERIES).map(KeptQuery::of).toList();
  }
}
