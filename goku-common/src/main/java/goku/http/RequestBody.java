package goku.http;

import goku.config.DataSize;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// The body of a request: collected on the event loop, unzipped on the thread of the handler.
final class RequestBody {
  /// Room that a client gets for announcing a body, without having sent it.
  private static final int TRUSTED_BYTES = 1 << 20;

  private final long limit;
  private byte[] bytes;
  private int size;

  /// @param announced by `Content-Length`, or -1
  RequestBody(long announced, DataSize limit) {
    this.limit = limit.bytes();
    if (announced > this.limit) {
      throw tooLarge(this.limit, "http.max-body");
    }
    this.bytes = new byte[Math.clamp(announced, 0, TRUSTED_BYTES)];
  }

  void add(ByteBuf chunk) {
    int length = chunk.readableBytes();
    if (size + (long) length > limit) {
      throw tooLarge(limit, "http.max-body");
    }
    if (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(size + length, 2L * size)));
    }
    chunk.readBytes(bytes, size, length);
    size += length;
  }

  byte[] collected() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  static byte[] decoded(byte[] body, Optional<String> encoding, DataSize limit) {
    if (body.length == 0) {
      return body;
    }
    String name = encoding.orElse("identity").strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "identity", "" -> body;
      case "gzip", "x-gzip" -> unzipped(body, limit.bytes());
      default ->
          throw new HttpError(
              415, "Content-Encoding " + name + " is not understood: send gzip or none");
    };
  }

  private static byte[] unzipped(byte[] body, long limit) {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body), 8192)) {
      byte[] plain = in.readNBytes((int) limit);
      if (in.read() >= 0) {
        throw tooLarge(limit, "http.max-unzipped");
      }
      return plain;
    } catch (IOException e) {
      throw new HttpError(
          400,
          "the body is said to be gzip and cannot be unzipped",
          String.valueOf(e.getMessage()));
    }
  }

  private static HttpError tooLarge(long limit, String key) {
    return new HttpError(
        413, "the body is larger than " + limit + " bytes: send smaller batches or raise " + key);
  }
}
