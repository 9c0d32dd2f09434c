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
    private final int epoch;

    private Entry(long offset, long millis, byte[] bytes, int epoch) {
      this.offset = offset;
      this.millis = millis;
      this.bytes = bytes;
      this.epoch = epoch;
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

    /// Returns the epoch of the leader that wrote it.
    int epoch() {
      return epoch;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private long start;
  private long number;
  private int epoch;

  /// Returns the offset of the record.
  long append(byte[] bytes, long millis) {
    long offset = end();
    entries.add(new Entry(offset, millis, bytes, epoch));
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
    return new LogRange(id(), start, end(), epoch);
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
            ? Optional.of(LogRecord.of(at, get(at).millis, get(at).bytes, get(at).epoch))
            : Optional.empty();
      }
    };
  }

  /// Begins anew without records, as a topic that was created again.
  void recreate() {
    entries.clear();
    start = 0;
    number++;
    epoch = 0;
  }

  /// Loses the records from an offset on, because a broker without them becomes the leader. Later
  /// ones get their offsets.
  void cutAt(long offset) {
    epoch++;
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
