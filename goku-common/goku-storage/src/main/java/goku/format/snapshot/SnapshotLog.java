package goku.format.snapshot;

import java.util.UUID;

/// The log that a snapshot belongs to. An offset is no identity: a log that is created again, or
/// that lost its end, uses the same offsets for other records.
///
/// @param id identity of the log, of Kafka its topic id; zero if unknown
/// @param recordHash XXH3 of the value of the record at the snapshot's offset; 0 if unknown
/// @param endOffset highest end of the log that was seen, exclusive; -1 if unknown
/// @param leaderEpoch epoch of the leader that wrote the record at the snapshot's offset; -1 if
///   unknown
public record SnapshotLog(UUID id, long recordHash, long endOffset, int leaderEpoch) {
  /// The epoch of a leader that is not known.
  public static final int NO_EPOCH = -1;

  /// The log of a snapshot of version 2, which does not state it.
  public static final SnapshotLog UNKNOWN = new SnapshotLog(new UUID(0, 0), 0, -1);

  /// Creates the log of a snapshot of version 3, which does not state the epoch.
  public SnapshotLog(UUID id, long recordHash, long endOffset) {
    this(id, recordHash, endOffset, NO_EPOCH);
  }
}
