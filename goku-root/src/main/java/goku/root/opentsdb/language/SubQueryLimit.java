package goku.root.opentsdb.language;

import goku.http.HttpError;

/// The limit of sub queries of one request. Each of them costs calls to all nodes before any other
/// limit applies.
///
/// @param most the largest number of sub queries
public record SubQueryLimit(int most) {
  /// Checks the number of sub queries.
  ///
  /// @throws HttpError 413 if there are more
  public void check(int count) {
    check(count, "sub queries");
  }

  /// Checks the number of other parts of a request.
  ///
  /// @param what the plural of the counted parts
  /// @throws HttpError 413 if there are more
  public void check(int count, String what) {
    if (count > most) {
      throw new HttpError(
          413,
          "cannot answer a request with %d %s: the limit is %d; send several requests, or raise max-sub-queries"
              .formatted(count, what, most));
    }
  }
}
