package goku.objectstore;

import goku.time.ThisMachine;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// The clock of an S3 service: the `Date` of its answers. Thread-safe.
public final class S3Clock implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final S3Client s3;

  S3Clock(S3Client s3) {
    this.s3 = s3;
  }

  /// Returns the clock of the service; empty if the service is on this machine, whose clock it
  /// shares.
  public static Optional<S3Clock> of(ObjectStoreConfig config) {
    String endpoint = config.endpoint();
    // an empty endpoint is AWS
    return !endpoint.isEmpty()
            && ThisMachine.isHost(Objects.toString(URI.create(endpoint).getHost(), ""))
        ? Optional.empty()
        : Optional.of(new S3Clock(S3Clients.connect(config)));
  }

  /// Returns the time of the service, to the second; empty if its answer has none.
  ///
  /// @throws software.amazon.awssdk.core.exception.SdkException if it does not answer
  public Optional<Instant> ask() {
    try {
      return dateOf(
          s3.listBuckets(
                  request -> request.overrideConfiguration(call -> call.apiCallTimeout(TIMEOUT)))
              .sdkHttpResponse());
    } catch (S3Exception refused) {
      AwsErrorDetails details = refused.awsErrorDetails();
      return details == null ? Optional.empty() : dateOf(details.sdkHttpResponse());
    }
  }

  @Override
  public void close() {
    s3.close();
  }

  private static Optional<Instant> dateOf(SdkHttpResponse answer) {
    return Optional.ofNullable(answer)
        .flatMap(response -> response.firstMatchingHeader("Date"))
        .flatMap(S3Clock::parsed);
  }

  private static Optional<Instant> parsed(String date) {
    try {
      return Optional.of(
          ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }
}
