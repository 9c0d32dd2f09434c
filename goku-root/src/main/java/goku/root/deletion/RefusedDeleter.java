package goku.root.deletion;

import goku.http.HttpError;
import goku.root.planning.SeriesQuery;
import java.util.List;

/// A deleter that rejects every delete.
///
/// @param reason the cause and the remedy
public record RefusedDeleter(String reason) implements Deleter {
  @Override
  public void requireAllowed() {
    throw new HttpError(400, "Bad request", "Deleting data is not enabled (" + reason + ")");
  }

  @Override
  public void delete(List<SeriesQuery> queries) {
    requireAllowed();
  }

  @Override
  public void close() {}
}
