package goku.shortterm.log;

import java.util.Optional;

/// A shard's log, read when the shard opens. Thread-safe.
public interface LogView {
  /// Returns the offsets as of the first call.
  ///
  /// @throws RuntimeException if the log cannot be reached
  LogRange range();

  /// Returns the record at the offset, or the next one if the log no longer has that; empty at the
  /// end of the log, or if the record cannot be read.
  Optional<LogRecord> record(long offset);
}
