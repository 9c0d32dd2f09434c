package goku.objectstore;

import goku.config.Key;
import java.time.Duration;

/// How to reach S3 or something that speaks like it.
public record ObjectStoreConfig(
    @Key(value = "endpoint", doc = "URL of the S3 service; empty: AWS, by its region")
        String endpoint,
    @Key(value = "region", doc = "region of the buckets", byDefault = "us-east-1") String region,
    @Key(
            value = "access-key",
            doc =
                "access key; empty: what the AWS SDK finds in environment, profile or instance"
                    + " role")
        String accessKey,
    @Key(value = "secret-key", doc = "secret that belongs to the access key", secret = true)
        String secretKey,
    @Key(
            value = "path-style",
            doc = "address buckets as a path (most S3 look-alikes), not as a host name (AWS)",
            byDefault = "true")
        boolean pathStyle,
    @Key(
            value = "read-timeout",
            doc =
                "silence on a connection after which a request counts as failed, however long the"
                    + " whole transfer takes",
            byDefault = "30s",
            min = 100)
        Duration readTimeout) {
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  /// With the read timeout that is the default.
  public ObjectStoreConfig(
      String endpoint, String region, String accessKey, String secretKey, boolean pathStyle) {
    this(endpoint, region, accessKey, secretKey, pathStyle, READ_TIMEOUT);
  }

  /// Without the secret: records print all they hold, and configurations are printed.
  @Override
  public String toString() {
    return "ObjectStoreConfig[endpoint=%s, region=%s, accessKey=%s, pathStyle=%s, readTimeout=%s]"
        .formatted(endpoint, region, accessKey, pathStyle, readTimeout);
  }
}
