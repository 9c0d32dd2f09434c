package goku.root.deletion;

import goku.root.planning.SeriesQuery;
import java.util.List;

/// Deletes what queries name, where that is allowed. Thread-safe.
public interface Deleter extends AutoCloseable {
  /// Throws a 400 when nothing may be deleted: before anything is done for the request.
  void requireAllowed();

  /// Deletes the datapoints in the range of all series of each query. When it returns, no call that
  /// begins later sees them. Throws an `HttpError` when that is not certain; its message says what
  /// will become of the delete.
  void delete(List<SeriesQuery> queries) throws InterruptedException;

  @Override
  void close();
}
