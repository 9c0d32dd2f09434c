package goku.testkit.s3;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Objects that cannot always be reached. Thread-safe.
final class FaultyBlobStore extends ForwardingBlobStore {
  private final Supplier<@Nullable S3Fault> faults;
  private final Duration silence;

  /// @param faults asked for each request; null for none
  /// @param silence longer than clients wait
  FaultyBlobStore(BlobStore objects, Supplier<@Nullable S3Fault> faults, Duration silence) {
    super(objects);
    this.faults = faults;
    this.silence = silence;
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream content) {
    return disturbed(() -> super.putBlob(request, content));
  }

  @Override
  public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
    return disturbed(() -> super.blobMetadata(request));
  }

  @Override
  public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
    return disturbed(() -> super.removeBlob(request));
  }

  @Override
  public ListObjectsV2Response list(ListObjectsV2Request request) {
    return disturbed(() -> super.list(request));
  }

  @Override
  public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
    S3Fault fault = faults.get();
    if (fault == S3Fault.CUT) {
      return half(super.getBlob(request), InputStream.nullInputStream());
    }
    if (fault == S3Fault.SILENT) {
      return half(super.getBlob(request), new SilentStream(silence));
    }
    return disturbed(fault, () -> super.getBlob(request));
  }

  private <T> T disturbed(Supplier<T> request) {
    return disturbed(faults.get(), request);
  }

  private <T> T disturbed(@Nullable S3Fault fault, Supplier<T> request) {
    return switch (fault) {
      case null -> request.get();
      case DENIED -> throw error(403, "AccessDenied");
      case UNAVAILABLE, CUT -> throw error(503, "SlowDown");
      case ANSWER_LOST -> {
        var _ = request.get();
        throw error(503, "SlowDown");
      }
      case SILENT -> {
        SilentStream.sleep(silence);
        throw error(503, "SlowDown");
      }
    };
  }

  private static ResponseInputStream<GetObjectResponse> half(
      ResponseInputStream<GetObjectResponse> whole, InputStream rest) {
    try (whole) {
      byte[] bytes = whole.readAllBytes();
      var begin = new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length / 2));
      return new ResponseInputStream<>(whole.response(), new SequenceInputStream(begin, rest));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RuntimeException error(int status, String code) {
    return S3Exception.builder().statusCode(status).message(code).build();
  }
}
