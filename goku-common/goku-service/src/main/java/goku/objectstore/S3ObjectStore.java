package goku.objectstore;

import goku.eventloop.EventLoop;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// A client of S3 or a compatible service. Failures are counted as `goku.objectstore.failures` by
/// kind. Transient failures are retried a few times before.
public final class S3ObjectStore implements ObjectStore {
  private static final int PRECONDITION_FAILED = 412;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  /// The limit of a health check, including retries.
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(2);

  private final ObjectStoreConfig config;
  private final MeterRegistry registry;
  private final S3Client s3;

  public S3ObjectStore(ObjectStoreConfig config, MeterRegistry registry) {
    this.config = config;
    this.registry = registry;
    this.s3 = S3Clients.connect(config);
  }

  @Override
  public void createS3BucketIfAbsent(String s3Bucket) {
    call(
        "create bucket " + s3Bucket,
        s3Bucket,
        () -> {
          try {
            return s3.createBucket(request -> request.bucket(s3Bucket)) != null;
          } catch (BucketAlreadyOwnedByYouException | BucketAlreadyExistsException there) {
            // a bucket of that name owned by someone else fails at the first access
            return false;
          }
        });
  }

  @Override
  public void put(String s3Bucket, String key, byte[] content) {
    put(s3Bucket, key, RequestBody.fromBytes(content), Map.of());
  }

  @Override
  public void put(String s3Bucket, String key, Path file, Map<String, String> metadata) {
    put(s3Bucket, key, RequestBody.fromFile(file), metadata);
  }

  @Override
  public boolean putIfAbsent(String s3Bucket, String key, byte[] content) {
    return putIfAbsent(s3Bucket, key, RequestBody.fromBytes(content), Map.of());
  }

  @Override
  public boolean putIfAbsent(String s3Bucket, String key, Path file, Map<String, String> metadata) {
    return putIfAbsent(s3Bucket, key, RequestBody.fromFile(file), metadata);
  }

  @Override
  public Optional<byte[]> get(String s3Bucket, String key) {
    return ifThere(
        "get " + uri(s3Bucket, key),
        s3Bucket,
        () ->
            s3.getObject(
                    request -> request.bucket(s3Bucket).key(key), ResponseTransformer.toBytes())
                .asByteArray());
  }

  @Override
  public Optional<byte[]> getStart(String s3Bucket, String key, int limit) {
    return ifThere(
        "get the start of " + uri(s3Bucket, key),
        s3Bucket,
        () -> {
          try {
            return s3.getObject(
                    request -> request.bucket(s3Bucket).key(key).range("bytes=0-" + (limit - 1)),
                    ResponseTransformer.toBytes())
                .asByteArray();
          } catch (S3Exception answer) {
            if (answer.statusCode() == RANGE_NOT_SATISFIABLE) {
              // an empty object has no first byte
              return new byte[0];
            }
            throw answer;
          }
        });
  }

  @Override
  public boolean download(String s3Bucket, String key, Path file) {
    Path partial = file.resolveSibling(file.getFileName() + ".part");
    try {
      try {
        boolean there =
            ifThere(
                    "download " + uri(s3Bucket, key),
                    s3Bucket,
                    () ->
                        FileReceiver.onDisk(
                            () ->
                                s3.getObject(
                                    request -> request.bucket(s3Bucket).key(key),
                                    new FileReceiver(partial))))
                .isPresent();
        if (there) {
          Files.move(
              partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return there;
      } finally {
        Files.deleteIfExists(partial);
      }
    } catch (IOException failed) {
      throw unwritten(s3Bucket, key, file, failed);
    } catch (UncheckedIOException failed) {
      throw unwritten(s3Bucket, key, file, new IOException(failed.getMessage(), failed));
    }
  }

  @Override
  public List<StoredObject> list(String s3Bucket, String prefix) {
    return call(
        "list " + uri(s3Bucket, prefix),
        s3Bucket,
        () ->
            s3
                .listObjectsV2Paginator(request -> request.bucket(s3Bucket).prefix(prefix))
                .contents()
                .stream()
                .map(found -> new StoredObject(found.key(), found.size(), found.lastModified()))
                .toList());
  }

  @Override
  public Optional<ObjectHead> head(String s3Bucket, String key) {
    return ifThere(
        "head " + uri(s3Bucket, key),
        s3Bucket,
        () -> {
          var found = s3.headObject(request -> request.bucket(s3Bucket).key(key));
          return new ObjectHead(found.contentLength(), Creation.without(found.metadata()));
        });
  }

  @Override
  public void delete(String s3Bucket, String key) {
    call(
        "delete " + uri(s3Bucket, key),
        s3Bucket,
        () -> s3.deleteObject(request -> request.bucket(s3Bucket).key(key)));
  }

  @Override
  public Check check() {
    EventLoop.leave();
    try {
      s3.listBuckets(
          request -> request.overrideConfiguration(call -> call.apiCallTimeout(CHECK_TIMEOUT)));
      return Check.ok("objectstore");
    } catch (S3Exception answer) {
      if (ObjectStoreException.codeOf(answer).equals("AccessDenied")) {
        return Check.ok("objectstore");
      }
      return failedCheck(answer);
    } catch (SdkException failed) {
      return failedCheck(failed);
    }
  }

  @Override
  public void close() {
    s3.close();
  }

  private static UncheckedIOException unwritten(
      String s3Bucket, String key, Path file, IOException why) {
    return new UncheckedIOException(
        "cannot write %s to %s".formatted(uri(s3Bucket, key), file), why);
  }

  private void put(String s3Bucket, String key, RequestBody body, Map<String, String> metadata) {
    call(
        "put " + uri(s3Bucket, key),
        s3Bucket,
        () -> s3.putObject(request -> request.bucket(s3Bucket).key(key).metadata(metadata), body));
  }

  private boolean putIfAbsent(
      String s3Bucket, String key, RequestBody body, Map<String, String> metadata) {
    Creation creation = Creation.next();
    return call(
        "create " + uri(s3Bucket, key),
        s3Bucket,
        () -> {
          try {
            s3.putObject(
                request ->
                    request
                        .bucket(s3Bucket)
                        .key(key)
                        .ifNoneMatch("*")
                        .metadata(creation.beside(metadata)),
                body);
            return true;
          } catch (S3Exception answer) {
            if (answer.statusCode() == PRECONDITION_FAILED) {
              return wasTriedBefore(answer) && isOf(creation, s3Bucket, key);
            }
            throw answer;
          }
        });
  }

  private static boolean wasTriedBefore(S3Exception last) {
    return !Integer.valueOf(1).equals(last.numAttempts());
  }

  private boolean isOf(Creation creation, String s3Bucket, String key) {
    try {
      return creation.made(s3.headObject(request -> request.bucket(s3Bucket).key(key)).metadata());
    } catch (NoSuchKeyException removed) {
      return false;
    }
  }

  private <T> Optional<T> ifThere(String task, String s3Bucket, Supplier<T> request) {
    return call(
        task,
        s3Bucket,
        () -> {
          try {
            return Optional.of(request.get());
          } catch (NoSuchKeyException absent) {
            return Optional.empty();
          }
        });
  }

  private <T> T call(String task, String s3Bucket, Supplier<T> request) {
    EventLoop.leave();
    try {
      return request.get();
    } catch (SdkException failed) {
      ObjectStoreException problem = ObjectStoreException.of(task, s3Bucket, config, failed);
      registry.counter("goku.objectstore.failures", "kind", problem.kind().name()).increment();
      throw problem;
    }
  }

  private Check failedCheck(SdkException failed) {
    return Check.failed(
        "objectstore",
        String.valueOf(ObjectStoreException.of("list buckets", "", config, failed).getMessage()));
  }

  private static String uri(String s3Bucket, String key) {
    return "s3://" + s3Bucket + "/" + key;
  }
}
