package goku.embedded;

import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An S3 server in this process over a directory: a sub-directory per bucket, a file per object. It
/// listens on the loopback with another port and another secret at every start, unless they are
/// given.
///
/// An object appears at once and whole: it is written to a file beside it and renamed, or linked
/// for a create-once put. A kill therefore never leaves half an object, only such a file, which is
/// hidden from listings and removed at the next start ([UnfinishedObjects]). Nothing is synced to
/// the disk, so a power failure may take the objects of the last seconds.
///
/// [#start] and [#close] belong to one thread; the rest is thread-safe.
public final class EmbeddedS3 implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedS3.class);
  private static final int MAX_THREADS = 32;
  private static final long STOP_LIMIT_MILLIS = 5_000;
  private static final int SECRET_BYTES = 20;

  private final Path directory;
  private final int port;
  private final String secretKey;
  private @Nullable S3Proxy server;

  /// @param directory exists; holds nothing but buckets
  public EmbeddedS3(Path directory) {
    this(directory, 0, anySecret());
  }

  /// @param port the same at every start; 0 for any free one
  public EmbeddedS3(Path directory, int port, String secretKey) {
    this.directory = directory;
    this.port = port;
    this.secretKey = secretKey;
  }

  private static String anySecret() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  /// Returns when clients are served. Throws a [StartupProblem] when the server cannot start.
  public void start() {
    try {
      UnfinishedObjects.removeFrom(directory);
      server =
          S3Proxy.builder()
              .blobStore(
                  UnfinishedObjects.hiddenIn(new FilesystemNio2BlobStore(directory.toString())))
              .endpoint(URI.create("http://127.0.0.1:" + port))
              .awsAuthentication(AuthenticationType.AWS_V4, accessKey(), secretKey)
              .jettyMaxThreads(MAX_THREADS)
              .stopTimeout(STOP_LIMIT_MILLIS)
              .build();
      server.start();
    } catch (Exception failed) {
      close();
      throw new StartupProblem(
          "the S3 server did not start with data in %s: %s"
              .formatted(directory, failed.getMessage()),
          failed);
    }
  }

  public URI endpoint() {
    if (server == null) {
      throw new IllegalStateException("the S3 server is not running");
    }
    return URI.create("http://127.0.0.1:" + server.getPort());
  }

  public String accessKey() {
    return "goku";
  }

  public String secretKey() {
    return secretKey;
  }

  @Override
  public void close() {
    if (server == null) {
      return;
    }
    try {
      server.stop();
    } catch (Exception failed) {
      LOG.warn("the S3 server did not stop in order", failed);
    }
    server = null;
  }
}
