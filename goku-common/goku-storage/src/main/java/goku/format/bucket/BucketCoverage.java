package goku.format.bucket;

import java.util.UUID;

/// The part of a shard's log that a bucket's file covers, and how it relates to other files of the
/// same window.
///
/// @param log identity of the log, of Kafka its topic id; zero if unknown
/// @param throughOffset offset of the decision to finalize: no record after it is in the file; -1
///   if unknown
public record BucketCoverage(UUID log, long throughOffset, Kind kind) {
  /// The completeness of a file.
  public enum Kind {
    /// The file holds everything that the log had for the window up to the offset.
    COMPLETE(0),
    /// The shard lacked a part of the log or of its memory. The file never replaces another one.
    INCOMPLETE(1),
    /// The file holds only what arrived after the window had left the shard. The file adds to the
    /// datapoints of the window and replaces those with equal timestamps.
    ADDITION(2);

    final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    static Kind of(byte code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("kind is %d, wanted 0 to 2".formatted(code));
    }
  }

  private static final UUID NO_LOG = new UUID(0, 0);

  /// The coverage of a file of version 2, which does not state it.
  public static final BucketCoverage UNKNOWN = new BucketCoverage(NO_LOG, -1, Kind.COMPLETE);

  /// Returns whether all records of this log up to the offset are in the file.
  public boolean covers(UUID log, long offset) {
    return kind == Kind.COMPLETE
        && !log.equals(NO_LOG)
        && this.log.equals(log)
        && offset <= throughOffset;
  }

  /// Returns whether the file may replace another one of the same window.
  public boolean isComplete() {
    return kind == Kind.COMPLETE;
  }
}
