package goku.root.deletion;

import goku.http.HttpError;
import goku.model.ShardId;
import goku.root.planning.SeriesQuery;
import java.util.List;
import java.util.Optional;

/// A deleter of data on disk and then in memory. Memory is also deleted where both stores have the
/// data, so that they do not move to disk later. If the first step fails, memory is unchanged.
/// Thread-safe.
record WholeDeleter(DiskDeleter disk, Deleter memory) implements Deleter {
  @Override
  public void requireAllowed() {
    memory.requireAllowed();
  }

  @Override
  public void delete(List<SeriesQuery> queries) throws InterruptedException {
    Optional<ShardId> late = disk.delete(queries);
    memory.delete(queries);
    if (late.isPresent()) {
      throw new HttpError(
          504,
          "cannot confirm the delete: some nodes with shard=%s on disk have not acknowledged it; it is stored and will be applied, so check again later"
              .formatted(late.get()));
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
