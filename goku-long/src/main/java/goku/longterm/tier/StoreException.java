package goku.longterm.tier;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/// An exception for buckets on disk that could not be opened, written or removed. The message names
/// the operation, the cause and the remedy.
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// @param task attempted operation, for example `open`
  static StoreException of(String task, Path directory, RocksDBException cause) {
    return new StoreException(
        "cannot %s %s: %s (%s)".formatted(task, directory, advice(cause), cause.getMessage()),
        cause);
  }

  /// Returns whether RocksDB has read damaged bytes.
  boolean isCorruption() {
    return getCause() instanceof RocksDBException failed && isCorruption(failed);
  }

  static boolean isCorruption(RocksDBException failed) {
    return failed.getStatus() != null && failed.getStatus().getCode() == Status.Code.Corruption;
  }

  private static String advice(RocksDBException cause) {
    Status status = cause.getStatus();
    String message = String.valueOf(cause.getMessage());
    if (message.contains("No space left")
        || (status != null && status.getSubCode() == Status.SubCode.NoSpace)) {
      return "the disk is full; free space, the operation is retried";
    }
    if (message.contains("LOCK")) {
      return "another process has it open; give every GokuL node its own directory";
    }
    if (message.contains("Permission denied") || message.contains("Read-only")) {
      return "permission denied; check owner and mount of the directory";
    }
    return "RocksDB failed; earlier data are kept";
  }
}
