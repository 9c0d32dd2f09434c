package goku.shortterm.lifecycle;

import goku.shortterm.log.HeldRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The records that arrived while their shard could not apply them, in the order of the log. Its
/// log is paused meanwhile, so they are those that had been read before. One thread adds and takes.
final class HeldRecords {
  private final Deque<HeldRecord> records = new ArrayDeque<>();
  private volatile boolean any;

  void add(HeldRecord record) {
    records.add(record);
    any = true;
  }

  /// Takes the oldest record; null if there is none.
  @Nullable HeldRecord take() {
    HeldRecord next = records.poll();
    any = !records.isEmpty();
    return next;
  }

  /// Any thread.
  boolean isEmpty() {
    return !any;
  }
}
