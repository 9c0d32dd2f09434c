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

/// An S3 server in this process over a directory, with a sub-directory per bucket and a file per
/// object. It listens on the loopback, with another port and secret at every start unless they are
/// given.
///
/// An object appears at once and complete. It is written to a file beside it and renamed, or linked
/// for a create-once put. A kill leaves at most such a file, never half an object. Listings hide
/// these files, and the next start removes them ([UnfinishedObjects]). Nothing is synced to disk,
/// so a power failure may lose the objects of the last seconds.
///
/// [#start] and [#close] belong to one thread. All other methods are thread-safe.
public final class EmbeddedS3 implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedS3.class);
  private static final int MAX_THREADS = 32;
  private static final long STOP_LIMIT_MILLIS = 5_000;
  private static final int SECRET_BYTES = 20;

  private final Path directory;
  private final int port;
  private final String secretKey;
  private @Nullable S3Proxy server;

  /// @param directory existing directory that holds only buckets
  public EmbeddedS3(Path directory) {
    this(directory, 0, anySecret());
  }

  /// @param port fixed port; 0 for any free port
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

  /// Starts the server and returns when it serves clients. Throws a [StartupProblem] on failure.
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
          "cannot start the S3 server with data in %s: %s"
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
      LOG.warn("S3 server stop failed", failed);
    }
    server = null;
  }
}
