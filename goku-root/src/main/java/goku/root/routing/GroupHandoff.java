package goku.root.routing;

import goku.query.partial.GroupKey;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The lock and the conditions by which the attempts of a hedged call hand their groups to its
/// thread. Each attempt has a thread of its own. The lock guards all shared fields of attempts.
final class GroupHandoff {
  final LongSupplier nanoTime;
  final ReentrantLock lock = new ReentrantLock();

  /// Signalled when an attempt has opened, has buffered a group, has ended or has failed.
  final Condition changed = lock.newCondition();

  /// Signalled when a group was taken from a buffer, or an attempt was cancelled.
  final Condition notFull = lock.newCondition();

  /// The key of the last group that was taken. Groups up to this key are skipped.
  @Nullable GroupKey lastTaken;

  GroupHandoff(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean wants(GroupKey key) {
    return lastTaken == null || key.compareTo(lastTaken) > 0;
  }
}
