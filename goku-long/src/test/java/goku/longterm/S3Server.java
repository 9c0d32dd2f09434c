package goku.longterm;

import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// An S3 server in this process that can deny requests after some reads.
public final class S3Server implements AutoCloseable {
  private static final String SECRET = "secret";
  private static final Set<String> READS = Set.of("list", "listV1", "getBlob");

  private final BlobStore objects = new TransientNio2BlobStore();
  private final AtomicInteger readsLeft = new AtomicInteger(Integer.MAX_VALUE);
  private final S3Proxy server;
  private final ObjectStore client;

  public S3Server() throws Exception {
    server =
        S3Proxy.builder()
            .blobStore(counting())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, "goku", SECRET)
            .stopTimeout(0)
            .build();
    server.start();
    client = new S3ObjectStore(config(), new SimpleMeterRegistry());
    client.createS3BucketIfAbsent(Buckets.S3_BUCKET);
  }

  /// Denies everything after a number of reads.
  public void denyAfter(int reads) {
    readsLeft.set(reads);
  }

  public void denyNothing() {
    readsLeft.set(Integer.MAX_VALUE);
  }

  /// Returns whether anything was denied since `denyAfter`.
  public boolean hasDenied() {
    return readsLeft.get() < 0;
  }

  public ObjectStoreConfig config() {
    return new ObjectStoreConfig(
        "http://127.0.0.1:" + server.getPort(), "us-east-1", "goku", SECRET, true);
  }

  /// Returns a client, which the server denies like any other.
  public ObjectStore client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
    try {
      server.stop();
    } catch (Exception failed) {
      throw new IllegalStateException("the S3 server did not stop", failed);
    }
  }

  private BlobStore counting() {
    return (BlobStore)
        Proxy.newProxyInstance(
            S3Server.class.getClassLoader(),
            new Class<?>[] {BlobStore.class},
            (proxy, method, arguments) -> {
              if (READS.contains(method.getName()) && readsLeft.getAndDecrement() <= 0) {
                readsLeft.set(-1);
                throw S3Exception.builder().statusCode(403).message("denied").build();
              }
              try {
                return method.invoke(objects, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
