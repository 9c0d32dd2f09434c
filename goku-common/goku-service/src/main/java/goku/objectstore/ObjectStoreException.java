package goku.objectstore;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// A failed access to an object. The message names operation, bucket, key and remedy. The kind
/// tells who can help.
public final class ObjectStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The kind of failure. `UNREACHABLE` may pass by itself, and so may `NO_CREDENTIALS` where they
  /// come from a service of the cloud. The others need an operator.
  public enum Kind {
    UNREACHABLE,
    NO_CREDENTIALS,
    ACCESS_DENIED,
    NO_SUCH_BUCKET,
    REFUSED
  }

  /// The SDK's words for the lack of credentials, for which it has no type.
  private static final String NO_CREDENTIALS = "Unable to load credentials";

  private final Kind kind;

  private ObjectStoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /// Returns whether the failure may pass by itself, so that the caller should retry.
  public boolean mayPass() {
    return kind == Kind.UNREACHABLE || kind == Kind.NO_CREDENTIALS;
  }

  /// @param task the failed operation, for example `put s3://goku/a/b`
  static ObjectStoreException of(
      String task, String s3Bucket, ObjectStoreConfig config, SdkException cause) {
    Kind kind = kindOf(cause);
    String where = config.endpoint().isEmpty() ? "AWS " + config.region() : config.endpoint();
    String why =
        switch (kind) {
          case UNREACHABLE ->
              "%s does not answer (%s); check the endpoint and that the service runs"
                  .formatted(where, cause.getMessage());
          case NO_CREDENTIALS ->
              "no credentials for %s; set s3.access-key and s3.secret-key of the service, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role of AWS"
                  .formatted(where);
          case ACCESS_DENIED ->
              "%s denies access (%s); check access-key, secret-key and the policy of the bucket"
                  .formatted(where, codeOf(cause));
          case NO_SUCH_BUCKET ->
              "%s has no bucket %s; create it, or correct the bucket of the namespace"
                  .formatted(where, s3Bucket);
          case REFUSED -> "%s refuses (%s)".formatted(where, cause.getMessage());
        };
    return new ObjectStoreException(kind, "cannot " + task + ": " + why, cause);
  }

  private static Kind kindOf(SdkException cause) {
    if (!(cause instanceof S3Exception answer)) {
      return String.valueOf(cause.getMessage()).startsWith(NO_CREDENTIALS)
          ? Kind.NO_CREDENTIALS
          : Kind.UNREACHABLE;
    }
    int status = answer.statusCode();
    if (status == 401 || status == 403) {
      return Kind.ACCESS_DENIED;
    }
    if (codeOf(cause).equals("NoSuchBucket")) {
      return Kind.NO_SUCH_BUCKET;
    }
    return status >= 500 ? Kind.UNREACHABLE : Kind.REFUSED;
  }

  /// Returns S3's name of the error. Answers to HEAD have none, so their status stands for it.
  static String codeOf(SdkException cause) {
    if (!(cause instanceof S3Exception answer)) {
      return "";
    }
    String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
    return code == null ? Integer.toString(answer.statusCode()) : code;
  }
}
