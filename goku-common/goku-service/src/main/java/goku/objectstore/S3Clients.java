package goku.objectstore;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// A factory of the SDK's client.
final class S3Clients {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private S3Clients() {}

  static S3Client connect(ObjectStoreConfig config) {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(httpClient(config))
            .region(Region.of(config.region()))
            .forcePathStyle(config.pathStyle())
            .credentialsProvider(credentials(config))
            // older compatible services do not know the newer checksums; Goku's files have their
            // own
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(
                override ->
                    override.retryStrategy(
                        strategy -> strategy.retryOnException(S3Clients::isConflict)));
    if (!config.endpoint().isEmpty()) {
      builder.endpointOverride(URI.create(config.endpoint()));
    }
    return builder.build();
  }

  private static SdkHttpClient.Builder<UrlConnectionHttpClient.Builder> httpClient(
      ObjectStoreConfig config) {
    UrlConnectionHttpClient.Builder builder =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(CONNECT_TIMEOUT)
            .socketTimeout(config.readTimeout());
    return defaults -> new UnsplitEnd(builder.buildWithDefaults(defaults));
  }

  /// AWS answers so if two create-once puts of one key collide. The retry then learns the winner.
  private static boolean isConflict(Throwable failure) {
    return failure instanceof S3Exception answer
        && ObjectStoreException.codeOf(answer).equals("ConditionalRequestConflict");
  }

  private static AwsCredentialsProvider credentials(ObjectStoreConfig config) {
    return config.accessKey().isEmpty()
        ? DefaultCredentialsProvider.builder().build()
        : StaticCredentialsProvider.create(
            AwsBasicCredentials.create(config.accessKey(), config.secretKey()));
  }
}
