package goku.compactor;

import goku.compactor.job.JobQueue;
import goku.compactor.job.RetryQueue;
import goku.model.ShardId;
import goku.service.ShardHolder;
import java.util.Set;

/// A holder that takes and releases shards of one kind. Work for a taken shard begins at once.
/// Running jobs of a released shard are interrupted and leave no visible output.
///
/// @param shuffled whether its shards are those of GokuS
record Holder(boolean shuffled, Ownership ownership, JobQueue queue, RetryQueue failures)
    implements ShardHolder {
  @Override
  public void take(ShardId shard) {
    if (shards().add(shard)) {
      queue.wake();
    }
  }

  @Override
  public void release(ShardId shard) {
    if (shards().remove(shard)) {
      queue.giveUp(task -> !ownership.has(task));
      failures.forget(shard, shuffled);
      queue.wake();
    }
  }

  private Set<ShardId> shards() {
    return shuffled ? ownership.shuffled() : ownership.compacted();
  }
}
