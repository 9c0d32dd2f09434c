package goku.shortterm.log;

import static goku.format.snapshot.SnapshotLog.NO_EPOCH;

import java.util.Map;
import java.util.TreeMap;

/// The epochs of the leaders that wrote the records of a log, as they were first read. A leader
/// that lacks records begins a new epoch before it writes others to their offsets. So an offset and
/// an epoch identify a record, also after retention has removed the record.
///
/// Thread-safe: consumers add records before the shard applies them, and its writer asks.
public final class LeaderEpochs {
  /// The first offset of each epoch. Guarded by this.
  private final TreeMap<Long, Integer> firsts = new TreeMap<>();

  /// The last offset that was read. Guarded by this.
  private long end = -1;

  /// Adds records of one epoch. Those that were read before keep the epoch of then.
  ///
  /// @param first the offset of the first record
  /// @param last the offset of the last record
  public synchronized void read(long first, long last, int epoch) {
    if (last > end) {
      if (first > end + 1) {
        begin(end + 1, NO_EPOCH);
      }
      begin(Math.max(first, end + 1), epoch);
      end = last;
    }
  }

  /// Returns the epoch of the record at the offset; -1 if it was not read. Later calls have higher
  /// offsets.
  public synchronized int at(long offset) {
    Map.Entry<Long, Integer> found = offset > end ? null : firsts.floorEntry(offset);
    if (found == null) {
      return NO_EPOCH;
    }
    firsts.headMap(found.getKey()).clear();
    return found.getValue();
  }

  private void begin(long first, int epoch) {
    if (firsts.isEmpty() || firsts.lastEntry().getValue() != epoch) {
      firsts.put(first, epoch);
    }
  }
}
