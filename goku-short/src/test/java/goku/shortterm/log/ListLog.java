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
  private final List<Integer> epochs = new ArrayList<>();
  private int epoch;
  private long start;

  public ListLog(UUID id) {
    this.id = id;
  }

  public void append(byte[] value, long millis) {
    values.add(value);
    times.add(millis);
    epochs.add(epoch);
  }

  /// Removes all records before the offset.
  public void removeBefore(long offset) {
    start = offset;
  }

  /// Lets another leader write the next records.
  public void changeLeader() {
    epoch++;
  }

  /// Removes the records from the offset on, which a new leader lacks.
  public void cutAt(int offset) {
    changeLeader();
    values.subList(offset, values.size()).clear();
    times.subList(offset, times.size()).clear();
    epochs.subList(offset, epochs.size()).clear();
  }

  public byte[] value(long offset) {
    return values.get((int) offset);
  }

  public long millis(long offset) {
    return times.get((int) offset);
  }

  @Override
  public LogRange range() {
    return new LogRange(id, start, values.size(), epoch);
  }

  @Override
  public Optional<LogRecord> record(long offset) {
    long at = Math.max(offset, start);
    return at < values.size()
        ? Optional.of(LogRecord.of(at, millis(at), value(at), epochs.get((int) at)))
        : Optional.empty();
  }
}
