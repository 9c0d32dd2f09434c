package goku.shortterm.log;

import com.dynatrace.hash4j.hashing.Hashing;
import goku.format.FormatException;
import goku.format.finalize.FinalizeRecord;

/// A record of a shard's log, as far as it identifies the log.
///
/// @param millis when it was written to the log
/// @param hash XXH3 of its value
/// @param leaderEpoch epoch of the leader that wrote it; -1 if unknown
/// @param finalizesThroughMillis latest end of buckets that the record decides to finalize;
///   `Long.MIN_VALUE` if it is not such a decision
public record LogRecord(
    long offset, long millis, long hash, int leaderEpoch, long finalizesThroughMillis) {
  public static LogRecord of(long offset, long millis, byte[] value, int leaderEpoch) {
    return new LogRecord(offset, millis, hash(value), leaderEpoch, through(value));
  }

  /// Returns the hash of a record's value.
  public static long hash(byte[] value) {
    return Hashing.xxh3_64().hashBytesToLong(value);
  }

  private static long through(byte[] value) {
    try {
      return FinalizeRecord.isFinalize(value)
          ? FinalizeRecord.read(value).throughMillis()
          : Long.MIN_VALUE;
    } catch (FormatException unreadable) {
      return Long.MIN_VALUE;
    }
  }
}
