package goku.longterm.bulkload;

/// An exception for an object in S3 that differs from its marker or its key. Another try succeeds
/// only after the object is replaced, or if the transfer was at fault.
final class DamagedBucketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedBucketException(String message) {
    super(message);
  }

  DamagedBucketException(String message, Throwable cause) {
    super(message, cause);
  }
}
