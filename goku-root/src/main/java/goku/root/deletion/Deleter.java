package goku.root.deletion;

import goku.root.planning.SeriesQuery;
import java.util.List;

/// A deleter of the datapoints that queries select, where that is allowed. Thread-safe.
public interface Deleter extends AutoCloseable {
  /// Throws a 400 if deletes are disabled. Called before any work for the request.
  void requireAllowed();

  /// Deletes the datapoints in the range of all series of each query. Calls that start after the
  /// return do not see the datapoints. Throws an `HttpError` if that is not certain. Its message
  /// tells the state of the delete.
  void delete(List<SeriesQuery> queries) throws InterruptedException;

  @Override
  void close();
}
