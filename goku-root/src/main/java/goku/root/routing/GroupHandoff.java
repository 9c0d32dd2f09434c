package goku.root.routing;

import goku.query.partial.GroupKey;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Where the attempts of a lane, each with a thread of its own, hand their groups to the thread
/// that asks. All fields of attempts that both see are guarded by the lock.
final class GroupHandoff {
  final LongSupplier nanoTime;
  final ReentrantLock lock = new ReentrantLock();

  /// Something can be taken, or an attempt has come to its end.
  final Condition news = lock.newCondition();

  /// Something was taken.
  final Condition room = lock.newCondition();

  /// The last group that was taken: none is wanted up to it.
  @Nullable GroupKey last;

  GroupHandoff(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean wants(GroupKey key) {
    return last == null || key.compareTo(last) > 0;
  }
}
