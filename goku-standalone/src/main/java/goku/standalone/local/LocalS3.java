package goku.standalone.local;

import goku.config.Key;
import goku.embedded.EmbeddedS3;
import goku.standalone.process.StopSignal;
import java.nio.file.Path;

/// The command `goku s3`: an S3 API over a directory. Its access key is `goku`.
public record LocalS3(
    @Key(value = "data", byDefault = "goku-s3", min = 1, doc = "directory of the buckets")
        Path data,
    @Key(
            value = "port",
            byDefault = "9000",
            min = 1,
            max = 65535,
            doc = "port of the server on 127.0.0.1")
        int port,
    @Key(
            value = "secret-key",
            secret = true,
            min = 1,
            doc = "secret key that clients must use with the access key goku")
        String secretKey) {

  /// Omits the secret, because configurations are printed.
  @Override
  public String toString() {
    return "LocalS3[data=%s, port=%d]".formatted(data, port);
  }

  public static int run(LocalS3 config) throws InterruptedException {
    LocalServer.prepare(config.data(), config.port());
    try (var stop = new StopSignal();
        var s3 = new EmbeddedS3(config.data(), config.port(), config.secretKey())) {
      s3.start();
      return LocalServer.serve("s3", s3.endpoint().toString(), stop);
    }
  }
}
