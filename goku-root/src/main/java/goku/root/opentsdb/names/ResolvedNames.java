package goku.root.opentsdb.names;

import goku.http.HttpError;
import goku.root.fanout.UnknownNames;

/// A check that rejects requests for names that no series has.
public final class ResolvedNames {
  private ResolvedNames() {}

  /// Throws an error 404 if names are unknown, or 503 if they may occur in missing data.
  ///
  /// @param message the message of the error 404
  /// @param kind OpenTSDB's word for the kind of name
  public static void require(String message, String kind, UnknownNames unknown) {
    for (String name : unknown.names()) {
      throw unknown.certain()
          ? new HttpError(404, message, "No such name for '%s': '%s'".formatted(kind, name))
          : new HttpError(
              503,
              "cannot resolve %s='%s': datapoints of some shard are missing; try again"
                  .formatted(kind, name));
    }
  }
}
