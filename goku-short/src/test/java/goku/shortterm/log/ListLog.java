package goku.shortterm.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A log in a list. Records that retention removed are skipped.
public final class ListLog implements LogView {
  private final UUID id;
  private final List<byte[]> values = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private long start;

  public ListLog(UUID id) {
    this.id = id;
  }

  public void append(byte[] value, long millis) {
    values.add(value);
    times.add(millis);
  }

  /// Removes all records before the offset.
  public void removeBefore(long offset) {
    start = offset;
  }

  /// Removes the records from the offset on.
  public void cutAt(int offset) {
    values.subList(offset, values.size()).clear();
    times.subList(offset, times.size()).clear();
  }

  public byte[] value(long offset) {
    return values.get((int) offset);
  }

  public long millis(long offset) {
    return times.get((int) offset);
  }

  @Override
  public LogRange range() {
    return new LogRange(id, start, values.size());
  }

  @Override
  public Optional<LogRecord> record(long offset) {
    long at = Math.max(offset, start);
    return at < values.size()
        ? Optional.of(LogRecord.of(at, millis(at), value(at)))
        : Optional.empty();
  }
}
