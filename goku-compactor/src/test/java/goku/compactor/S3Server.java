package goku.compactor;

import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.jspecify.annotations.Nullable;

/// An S3 server in this process whose objects outlive its being stopped.
final class S3Server implements AutoCloseable {
  static final String BUCKET = "metrics";
  private static final String SECRET = "secret";

  private final BlobStore objects = new TransientNio2BlobStore();
  private @Nullable S3Proxy server;
  private int port;

  S3Server() throws Exception {
    start(SECRET);
    try (ObjectStore store = client()) {
      store.createBucketIfAbsent(BUCKET);
    }
  }

  /// Starts again at the port where clients look for it.
  void start() throws Exception {
    start(SECRET);
  }

  /// Starts again, but knows our clients no more.
  void startDenying() throws Exception {
    start("another");
  }

  void stop() throws Exception {
    if (server != null) {
      server.stop();
      server = null;
    }
  }

  ObjectStore client() {
    return new ObjectStore(config(), new SimpleMeterRegistry());
  }

  ObjectStoreConfig config() {
    return new ObjectStoreConfig("http://127.0.0.1:" + port, "us-east-1", "goku", SECRET, true);
  }

  @Override
  public void close() {
    try {
      stop();
    } catch (Exception failed) {
      throw new IllegalStateException("the S3 server did not stop", failed);
    }
  }

  private void start(String secret) throws Exception {
    stop();
    S3Proxy started =
        S3Proxy.builder()
            .blobStore(objects)
            .endpoint(URI.create("http://127.0.0.1:" + port))
            .awsAuthentication(AuthenticationType.AWS_V4, "goku", secret)
            .stopTimeout(0)
            .build();
    started.start();
    port = started.getPort();
    server = started;
  }
}
