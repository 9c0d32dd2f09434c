package goku.shortterm.log;

import goku.format.snapshot.SnapshotLog;
import java.util.UUID;

/// The current offsets of a shard's log.
///
/// @param id the identity of the log, of Kafka its topic id; zero if unknown
/// @param start the offset of the first record, or of the next one if there is none
/// @param end the offset after the last record
/// @param leaderEpoch epoch of the current leader; -1 if unknown
public record LogRange(UUID id, long start, long end, int leaderEpoch) {
  /// The identity of a log that is not known.
  public static final UUID UNKNOWN = new UUID(0, 0);

  /// Creates the offsets of a log whose leader is unknown.
  public LogRange(UUID id, long start, long end) {
    this(id, start, end, SnapshotLog.NO_EPOCH);
  }

  /// Returns whether the log has no records.
  public boolean isEmpty() {
    return start == end;
  }

  /// Returns whether the identity is known to be that of the log.
  public boolean isKnownAs(UUID other) {
    return id.equals(other) && !id.equals(UNKNOWN);
  }

  /// Returns whether the identity may be that of the log.
  public boolean mayBe(UUID other) {
    return id.equals(UNKNOWN) || other.equals(UNKNOWN) || id.equals(other);
  }
}
