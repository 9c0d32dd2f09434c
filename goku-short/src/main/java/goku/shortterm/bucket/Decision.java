package goku.shortterm.bucket;

import java.util.UUID;

/// The decision of a log that sealed parts of a bucket.
///
/// @param log the identity of the log, which may have been replaced by another one since
/// @param offset its offset in the log; -1 if unknown
/// @param millis when it was written to the log, in epoch millis
public record Decision(UUID log, long offset, long millis) {
  static final Decision NONE = new Decision(new UUID(0, 0), -1, 0);

  /// The limit that generations of files have room for, 34 years of seconds.
  private static final int MAX_NUMBER = (1 << 30) - 1;

  /// Returns the number of a decision about a bucket, the seconds from the begin of the bucket. A
  /// count would not ascend after the log has lost records, because a shard does not know how many
  /// decisions were among them. A late datapoint in a file with the number of an earlier file would
  /// be lost.
  ///
  /// @param millis when the decision was written to the log
  public static int number(long startMillis, long millis) {
    return Math.clamp((millis - startMillis) / 1000, 1, MAX_NUMBER);
  }
}
