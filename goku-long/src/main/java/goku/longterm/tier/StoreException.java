package goku.longterm.tier;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/// Buckets on the disk that could not be opened, written or removed. The message says what was
/// tried, what came of it and what to do.
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// @param task what was tried, for example `open`
  static StoreException of(String task, Path directory, RocksDBException cause) {
    return new StoreException(
        "cannot %s %s: %s (%s)".formatted(task, directory, advice(cause), cause.getMessage()),
        cause);
  }

  private static String advice(RocksDBException cause) {
    Status status = cause.getStatus();
    String message = String.valueOf(cause.getMessage());
    if (message.contains("No space left")
        || (status != null && status.getSubCode() == Status.SubCode.NoSpace)) {
      return "the disk is full; make room, it is tried again";
    }
    if (message.contains("LOCK")) {
      return "another process has it open; every GokuL node needs a directory of its own";
    }
    if (message.contains("Permission denied") || message.contains("Read-only")) {
      return "no permission to write there; check owner and mount of the directory";
    }
    return "RocksDB failed; what was there before is kept";
  }
}
