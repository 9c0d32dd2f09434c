package goku.objectstore;

import goku.config.Key;
import java.time.Duration;

/// The settings for access to S3 or a compatible service.
public record ObjectStoreConfig(
    @Key(value = "endpoint", doc = "URL of the S3 service; empty selects AWS by region")
        String endpoint,
    @Key(value = "region", doc = "region of the buckets", byDefault = "us-east-1") String region,
    @Key(
            value = "access-key",
            doc =
                "access key; empty uses the AWS SDK's default credentials (environment, profile,"
                    + " instance) role")
        String accessKey,
    @Key(value = "secret-key", doc = "secret key of the access key", secret = true)
        String secretKey,
    @Key(
            value = "path-style",
            doc = "address buckets by path (most S3-compatible services), not by host name (AWS)",
            byDefault = "true")
        boolean pathStyle,
    @Key(
            value = "read-timeout",
            doc =
                "time without data after which a request fails, however long the"
                    + " whole transfer takes",
            byDefault = "30s",
            min = 100)
        Duration readTimeout) {
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  /// Creates settings with the default read timeout.
  public ObjectStoreConfig(
      String endpoint, String region, String accessKey, String secretKey, boolean pathStyle) {
    this(endpoint, region, accessKey, secretKey, pathStyle, READ_TIMEOUT);
  }

  /// Omits the secret, because configurations are printed.
  @Override
  public String toString() {
    return "ObjectStoreConfig[endpoint=%s, region=%s, accessKey=%s, pathStyle=%s, readTimeout=%s]"
        .formatted(endpoint, region, accessKey, pathStyle, readTimeout);
  }
}
