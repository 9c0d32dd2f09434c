package goku.shortterm.bucket;

import java.util.UUID;

/// The decision of a log that sealed parts of a bucket.
///
/// @param log the identity of the log, which may have been replaced by another one since
/// @param offset its offset in the log; -1 if unknown
/// @param millis when it was written to the log, in epoch millis
public record Decision(UUID log, long offset, long millis) {
  static final Decision NONE = new Decision(new UUID(0, 0), -1, 0);
}
