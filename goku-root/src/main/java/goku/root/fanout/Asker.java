package goku.root.fanout;

import goku.root.planning.SeriesQuery;

/// Who asks.
///
/// @param name for people
/// @param takesPartial an answer that is short of shards which nobody serves is better than none
/// @param takesPages whether it can ask for the answer page by page
public record Asker(String name, boolean takesPartial, boolean takesPages) {
  /// What an error says when the query takes too much.
  String wayOut(SeriesQuery query) {
    if (query.page() != null) {
      return "; or ask for a shorter page, such as page=10m";
    }
    return takesPages && query.canBePaged() ? "; or ask for it page by page, by page=true" : "";
  }
}
