package goku.objectstore;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// A transfer of an object to a file, from the start at every try. The SDK's own transfer mistakes
/// a full disk for a broken connection: it retries in vain and blames S3.
final class FileReceiver implements ResponseTransformer<GetObjectResponse, GetObjectResponse> {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;

  FileReceiver(Path file) {
    this.file = file;
  }

  /// Makes the request. Throws a disk error unchanged.
  static <T> T onDisk(Supplier<T> request) {
    try {
      return request.get();
    } catch (SdkException failed) {
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        if (cause instanceof UncheckedIOException disk) {
          throw disk;
        }
      }
      throw failed;
    }
  }

  @Override
  public GetObjectResponse transform(GetObjectResponse response, AbortableInputStream content) {
    try (OutputStream out = Files.newOutputStream(file)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long written = 0;
      for (int read = read(content, buffer); read >= 0; read = read(content, buffer)) {
        out.write(buffer, 0, read);
        written += read;
      }
      Long announced = response.contentLength();
      if (announced != null && announced != written) {
        throw RetryableException.create(
            "the connection ended after %d of %d bytes".formatted(written, announced));
      }
      return response;
    } catch (IOException disk) {
      throw new UncheckedIOException(disk);
    }
  }

  private static int read(InputStream content, byte[] buffer) {
    try {
      return content.read(buffer);
    } catch (IOException broken) {
      throw RetryableException.create("the connection broke: " + broken.getMessage(), broken);
    }
  }
}
