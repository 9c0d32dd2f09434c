package goku.http.request;

import goku.http.HttpError;
import goku.http.HttpLimits;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/// The body of a request: collected on the event loop, unzipped on the thread of the handler. Its
/// memory counts against the budget from the time it is allocated until `release`.
public final class RequestBody {
  /// Room that a client gets for announcing a body, without having sent it.
  private static final int TRUSTED_BYTES = 64 << 10;

  /// Times what it has sent, that a client gets as soon as that is more: a body of a megabyte is
  /// copied once and not five times while it comes.
  private static final int TRUSTED_TIMES = 16;

  private final long announced;
  private final long limit;
  private final long unzippedLimit;
  private final BodyShare share;
  private byte[] bytes;
  private int size;

  /// @param announced by `Content-Length`, or -1
  RequestBody(long announced, HttpLimits limits, BodyBudget budget) {
    this.announced = announced;
    this.limit = limits.maxBody().bytes();
    this.unzippedLimit = limits.maxUnzipped().bytes();
    this.share = new BodyShare(budget);
    if (announced > limit) {
      throw tooLarge(limit, "http.max-body");
    }
    int room = Math.clamp(announced, 0, TRUSTED_BYTES);
    share.take(room);
    this.bytes = new byte[room];
  }

  /// Collects a part.
  ///
  /// @throws HttpError 413 or 503 when it is more than there is room for
  public void add(ByteBuf chunk) {
    int length = chunk.readableBytes();
    if (size + (long) length > limit) {
      throw tooLarge(limit, "http.max-body");
    }
    if (size + length > bytes.length) {
      long needed = size + (long) length;
      long trusted = Math.min(announced, TRUSTED_TIMES * needed);
      bytes = grown(bytes, Math.max(needed, trusted), announced < needed ? limit : announced);
    }
    chunk.readBytes(bytes, size, length);
    size += length;
  }

  /// How many bytes of it have come.
  int size() {
    return size;
  }

  /// The body as it is meant, unzipped if need be. Called after the last part; once, if there is an
  /// encoding.
  ///
  /// @param encoding `Content-Encoding` of the request, empty for none
  public byte[] decoded(String encoding) {
    String name = encoding.strip().toLowerCase(Locale.ROOT);
    if (size == 0 || name.isEmpty() || name.equals("identity")) {
      bytes = taken(bytes, size);
      return bytes;
    }
    if (!name.equals("gzip") && !name.equals("x-gzip")) {
      throw new HttpError(
          415, "Content-Encoding " + name + " is not understood: send gzip or none");
    }
    byte[] plain = unzipped();
    share.give(bytes.length);
    bytes = new byte[0];
    return plain;
  }

  /// Gives the memory back to the budget; nothing may be done with the body afterwards.
  public void release() {
    share.release();
    bytes = new byte[0];
    size = 0;
  }

  private byte[] unzipped() {
    byte[] plain = new byte[0];
    int read = 0;
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes, 0, size), 8192)) {
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (read == unzippedLimit) {
          throw tooLarge(unzippedLimit, "http.max-unzipped");
        }
        if (read == plain.length) {
          plain = grown(plain, Math.max(read + 1L, 4L * size), unzippedLimit);
        }
        plain[read++] = (byte) next;
        read += in.readNBytes(plain, read, plain.length - read);
      }
    } catch (IOException e) {
      throw new HttpError(
          400,
          "the body is said to be gzip and cannot be unzipped",
          String.valueOf(e.getMessage()));
    }
    return taken(plain, read);
  }

  private byte[] grown(byte[] from, long needed, long most) {
    int room = (int) Math.min(most, Math.max(needed, 2L * from.length));
    share.take(room - from.length);
    return Arrays.copyOf(from, room);
  }

  /// Exactly what was filled.
  private byte[] taken(byte[] from, int filled) {
    if (filled == from.length) {
      return from;
    }
    share.give(from.length - filled);
    return Arrays.copyOf(from, filled);
  }

  private static HttpError tooLarge(long limit, String key) {
    return new HttpError(
        413, "the body is larger than " + limit + " bytes: send smaller batches or raise " + key);
  }
}
