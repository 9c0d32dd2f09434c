package goku.simulation;

import goku.shortterm.log.LogRange;
import goku.shortterm.log.LogRecord;
import goku.shortterm.log.LogView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The log of one shard. A record is acknowledged as soon as it is here.
final class SimulatedLog {
  /// A record.
  static final class Entry {
    private final long offset;
    private final long millis;
    private final byte[] bytes;

    private Entry(long offset, long millis, byte[] bytes) {
      this.offset = offset;
      this.millis = millis;
      this.bytes = bytes;
    }

    long offset() {
      return offset;
    }

    long millis() {
      return millis;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private long start;
  private long number;

  /// Returns the offset of the record.
  long append(byte[] bytes, long millis) {
    long offset = end();
    entries.add(new Entry(offset, millis, bytes));
    return offset;
  }

  UUID id() {
    return new UUID(1, number);
  }

  Entry get(long offset) {
    return entries.get((int) (offset - start));
  }

  long start() {
    return start;
  }

  long end() {
    return start + entries.size();
  }

  LogRange range() {
    return new LogRange(id(), start, end());
  }

  /// Returns the view of a process.
  LogView view(Lifeline life) {
    return new LogView() {
      @Override
      public LogRange range() {
        life.operation("ask for the range of the log");
        return SimulatedLog.this.range();
      }

      @Override
      public Optional<LogRecord> record(long offset) {
        life.operation("read offset " + offset);
        long at = Math.max(offset, start);
        return at < end()
            ? Optional.of(LogRecord.of(at, get(at).millis, get(at).bytes))
            : Optional.empty();
      }
    };
  }

  /// Begins anew without records, as a topic that was created again.
  void recreate() {
    entries.clear();
    start = 0;
    number++;
  }

  /// Loses the records from an offset on. Later ones get their offsets.
  void cutAt(long offset) {
    while (end() > offset) {
      entries.removeLast();
    }
  }

  /// Returns whether the log has a record from before a time.
  boolean hasBefore(long millis) {
    return !entries.isEmpty() && entries.getFirst().millis < millis;
  }

  /// Removes the records before a time and an offset, as retention does.
  void removeBefore(long millis, long offset) {
    while (hasBefore(millis) && start < offset) {
      entries.removeFirst();
      start++;
    }
  }
}
