package goku.longterm.bulkload;

/// Something in S3 that is not what its marker or its key says. Trying again helps only if somebody
/// puts the right thing there, or if it was broken on its way.
final class DamagedBucketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedBucketException(String message) {
    super(message);
  }

  DamagedBucketException(String message, Throwable cause) {
    super(message, cause);
  }
}
