package goku.root.fanout;

import goku.root.planning.SeriesQuery;

/// The sender of a query.
///
/// @param name the client's name, for display
/// @param takesPartial whether the client prefers a partial answer to an error if shards are
///   missing
/// @param takesPages whether the client can request the answer in pages
public record Asker(String name, boolean takesPartial, boolean takesPages) {
  /// Returns advice for the error text if the query is too expensive; may be empty.
  String wayOut(SeriesQuery query) {
    if (query.page() != null) {
      return "; or request a shorter page, such as page=10m";
    }
    return takesPages && query.canBePaged() ? "; or request it in pages, with page=true" : "";
  }
}
