package goku.http.request;

import goku.budget.Account;
import goku.budget.Kind;
import goku.http.HttpError;
import goku.http.HttpLimits;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/// The body of a request, collected on the event loop and unzipped on the handler's thread. Its
/// memory is charged to the account of the request before it is allocated.
public final class RequestBody {
  /// The memory that is allocated for an announced body before it arrives.
  private static final int TRUSTED_BYTES = 64 << 10;

  /// The factor by which the allocation may exceed the received bytes. With it, a body of a
  /// megabyte is copied once instead of five times.
  private static final int TRUSTED_TIMES = 16;

  /// The most bytes that a zipped byte can stand for, in the format of deflate.
  private static final long MOST_UNZIPPED_TIMES = 1032;

  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /// The size from which a copy counts beside its original. Many copies of smaller arrays are
  /// garbage before the next ones are made.
  private static final int LARGE_BYTES = 1 << 20;

  private final long announced;
  private final long limit;
  private final long unzippedLimit;
  private final Account account;
  private byte[] bytes;
  private int size;

  /// @param announced the value of `Content-Length`, or -1
  RequestBody(long announced, HttpLimits limits, Account account) {
    this.announced = announced;
    this.limit = limits.maxBody().bytes();
    this.unzippedLimit = limits.maxUnzipped().bytes();
    this.account = account;
    if (announced > limit) {
      throw tooLarge(limit, "http.max-body");
    }
    int room = Math.clamp(announced, 0, TRUSTED_BYTES);
    this.bytes = allocated(account, room);
  }

  /// Appends a part.
  ///
  /// @throws HttpError 413 if the body is too large
  /// @throws goku.budget.BudgetExceededException if there is no room for it
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

  /// Returns the number of received bytes.
  int size() {
    return size;
  }

  /// Returns the decoded body. Called after the last part, and only once if there is an encoding.
  ///
  /// @param encoding the request's `Content-Encoding`; empty for none
  public byte[] decoded(String encoding) {
    String name = encoding.strip().toLowerCase(Locale.ROOT);
    if (size == 0 || name.isEmpty() || name.equals("identity")) {
      bytes = taken(bytes, size);
      return bytes;
    }
    byte[] plain =
        switch (name) {
          case "gzip", "x-gzip" -> unzipped("gzip", RequestBody::gunzip);
          case "deflate" -> inflated();
          default ->
              throw new HttpError(
                  415, "Content-Encoding " + name + " is not understood: send gzip or none");
        };
    account.release(Kind.BODIES, account.bytesOfArray(bytes.length));
    bytes = new byte[0];
    return plain;
  }

  /// Forgets the bytes, before the account of the request is closed.
  void forget() {
    bytes = new byte[0];
    size = 0;
  }

  private interface Unzipping {
    InputStream of(InputStream zipped) throws IOException;
  }

  private static InputStream gunzip(InputStream zipped) throws IOException {
    return new GZIPInputStream(zipped, 8192);
  }

  /// Unzips what HTTP calls deflate, with the header of zlib or, as many clients send it, without.
  private byte[] inflated() {
    Inflater inflater = new Inflater(!hasZlibHeader());
    try {
      return unzipped("deflate", zipped -> new InflaterInputStream(zipped, inflater, 8192));
    } finally {
      inflater.end();
    }
  }

  private boolean hasZlibHeader() {
    return size > 1
        && (bytes[0] & 0x0f) == Deflater.DEFLATED
        && ((bytes[0] & 0xff) << 8 | (bytes[1] & 0xff)) % 31 == 0;
  }

  private byte[] unzipped(String encoding, Unzipping unzipping) {
    byte[] plain = allocated(account, unzippedLength(encoding));
    int read = 0;
    try (InputStream in = unzipping.of(new ByteArrayInputStream(bytes, 0, size))) {
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
          "the body is said to be " + encoding + " and cannot be unzipped",
          String.valueOf(e.getMessage()));
    }
    return taken(plain, read);
  }

  /// Returns the length that gzip states at its end, if the zipped bytes can hold as much;
  /// otherwise 0. With it, a body is unzipped without a copy. It is a hint: a body of several parts
  /// is longer.
  private int unzippedLength(String encoding) {
    if (!encoding.equals("gzip") || size < Integer.BYTES) {
      return 0;
    }
    long stated = Integer.toUnsignedLong((int) LITTLE_ENDIAN.get(bytes, size - Integer.BYTES));
    return stated <= Math.min(unzippedLimit, MOST_UNZIPPED_TIMES * size) ? (int) stated : 0;
  }

  private static byte[] allocated(Account account, int length) {
    account.hold(Kind.BODIES, account.bytesOfArray(length));
    return new byte[length];
  }

  private byte[] grown(byte[] from, long needed, long most) {
    return copied(from, (int) Math.min(most, Math.max(needed, 2L * from.length)));
  }

  /// Returns an array of exactly the filled length.
  private byte[] taken(byte[] from, int filled) {
    return filled == from.length ? from : copied(from, filled);
  }

  /// Copies an array. While a large one is copied, both are held.
  private byte[] copied(byte[] from, int length) {
    long old = account.bytesOfArray(from.length);
    long more = account.bytesOfArray(length);
    long reused = from.length < LARGE_BYTES ? Math.min(old, more) : 0;
    account.hold(Kind.BODIES, more - reused);
    byte[] copy = Arrays.copyOf(from, length);
    account.release(Kind.BODIES, old - reused);
    return copy;
  }

  private static HttpError tooLarge(long limit, String key) {
    return new HttpError(
        413, "the body is larger than " + limit + " bytes: send smaller batches or raise " + key);
  }
}
