package goku.root.deletion;

import goku.http.HttpError;
import goku.model.ShardId;
import goku.root.planning.SeriesQuery;
import java.util.List;
import java.util.Optional;

/// Deletes what lies on disk and then what is in memory: the latter also where both have it, so
/// that it does not come to disk any more. When the first fails, memory has all that it had.
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
          "The delete is written down and will be applied, but not all nodes that have shard %s on disk have said so; ask again later whether the data are gone"
              .formatted(late.get()));
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
