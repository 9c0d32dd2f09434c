package goku.testkit.s3;

import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.jspecify.annotations.Nullable;

/// An S3 server in this process whose objects outlive its being stopped. Started and stopped by one
/// thread.
public final class S3Server implements AutoCloseable {
  /// A bucket that is there.
  public static final String S3_BUCKET = "metrics";

  private static final String SECRET = "secret";

  /// The read timeout of clients, longer than a stall of the machine.
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private final Duration readTimeout;
  private final BlobStore objects;
  private volatile Supplier<@Nullable S3Fault> faults = () -> null;
  private @Nullable S3Proxy server;
  private int port;

  public S3Server() throws Exception {
    this(READ_TIMEOUT);
  }

  /// @param readTimeout the read timeout of clients, short for short tests of silence
  public S3Server(Duration readTimeout) throws Exception {
    this.readTimeout = readTimeout;
    objects =
        new FaultyBlobStore(
            new TransientNio2BlobStore(), this::nextFault, readTimeout.multipliedBy(2));
    start(SECRET);
    try (ObjectStore store = client()) {
      store.createS3BucketIfAbsent(S3_BUCKET);
    }
  }

  /// Starts again at the port where clients look for it.
  public void start() throws Exception {
    start(SECRET);
  }

  /// Starts again, but knows our clients no more.
  public void startDenying() throws Exception {
    start("another");
  }

  public void stop() throws Exception {
    if (server != null) {
      server.stop();
      server = null;
    }
  }

  /// Makes requests fail by the supplier's faults. It returns null for requests that succeed.
  public void disturb(Supplier<@Nullable S3Fault> faults) {
    this.faults = faults;
  }

  public ObjectStore client() {
    return new S3ObjectStore(config(), new SimpleMeterRegistry());
  }

  public ObjectStoreConfig config() {
    return new ObjectStoreConfig(
        "http://127.0.0.1:" + port, "us-east-1", "goku", SECRET, true, readTimeout);
  }

  @Override
  public void close() {
    try {
      stop();
    } catch (Exception failed) {
      throw new IllegalStateException("the S3 server did not stop", failed);
    }
  }

  private @Nullable S3Fault nextFault() {
    return faults.get();
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
