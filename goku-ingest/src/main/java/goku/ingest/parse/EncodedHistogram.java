package goku.ingest.parse;

import goku.model.histogram.HistogramShape;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// A decoder of histograms in OpenTSDB's binary form, which clients send as base64 with an id.
/// Stateless.
///
/// | bytes | field |
/// | ---: | --- |
/// | 2 | number of ranges, a big-endian short |
/// | 4 | lower bound of each range, a big-endian float |
/// | 4 | its upper bound |
/// | varint | its count |
/// | varint | measurements below all ranges |
/// | varint | measurements above all ranges |
///
/// A varint holds 7 bits per byte, the lowest first, and 8 bits in its ninth byte. Strict decoders
/// skip what OpenTSDB skips: characters that are not of base64, incomplete groups of them, and
/// bytes after the histogram.
///
/// @param id the id of the histograms
record EncodedHistogram(boolean strict, int id) {
  /// The longest text, which has room for the largest histogram with spaces in its base64.
  static final int MAX_CHARACTERS = 32 << 10;

  private static final int LEAST_BYTES = 6;
  private static final int MAX_ID = 255;
  private static final int LONGEST_VARINT = 9;

  /// Returns the rejection of an id that is not the one of the histograms; null for this one.
  @Nullable Rejection checkId(long sent) {
    if (sent < 0 || sent > MAX_ID) {
      return new Rejection(
          Reason.HISTOGRAM_INVALID, "Invalid type. Must be from 0 to 255. (id %d)".formatted(sent));
    }
    return sent == id
        ? null
        : new Rejection(
            Reason.HISTOGRAM_INVALID,
            "No codec found mapped to ID %d: must be %d (histogram-id)".formatted(sent, id));
  }

  /// Reads the text from `start` to `end - 1`. Returns null, or the reason for the rejection.
  @Nullable Rejection read(byte[] text, int start, int end, FixedRanges into) {
    if (end - start > MAX_CHARACTERS) {
      return invalid(end - start + " characters", "maximum allowed: " + MAX_CHARACTERS);
    }
    byte[] base64 = new byte[end - start];
    int length = 0;
    for (int i = start; i < end; i++) {
      int digit = digit(text[i]);
      if (digit > 0) {
        base64[length++] = (byte) digit;
      } else if (digit < 0) {
        return invalid(Rejection.show(text, start, end), "wanted base64");
      }
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(Arrays.copyOf(base64, strict ? length & ~3 : length));
    } catch (IllegalArgumentException noBase64) {
      return invalid(Rejection.show(text, start, end), "wanted base64");
    }
    return bytes.length < LEAST_BYTES
        ? new Rejection(
            Reason.HISTOGRAM_INVALID,
            "Byte array shorter than %d bytes detected: %s"
                .formatted(LEAST_BYTES, Arrays.toString(bytes)))
        : decode(ByteBuffer.wrap(bytes), into);
  }

  /// Returns a character of base64; 0 for one to skip, and -1 for one to refuse.
  private int digit(byte character) {
    return switch (character) {
      case '+', '/', '=' -> character;
      case '-' -> strict ? 0 : '+';
      case '_' -> strict ? 0 : '/';
      case ' ', '\t', '\r', '\n' -> 0;
      default -> isLetterOrDigit(character) ? character : strict ? 0 : -1;
    };
  }

  private static boolean isLetterOrDigit(byte character) {
    return (character >= '0' && character <= '9')
        || (character >= 'A' && character <= 'Z')
        || (character >= 'a' && character <= 'z');
  }

  private @Nullable Rejection decode(ByteBuffer bytes, FixedRanges into) {
    int ranges = bytes.getShort();
    if (ranges < 0 || ranges > HistogramShape.MAX_SENT) {
      return invalid(ranges + " buckets", "must be 0 to " + HistogramShape.MAX_SENT);
    }
    for (int i = 0; i < ranges; i++) {
      if (bytes.remaining() < 2 * Float.BYTES) {
        return tooShort(bytes);
      }
      float lower = bytes.getFloat();
      float upper = bytes.getFloat();
      if (!hasVarint(bytes)) {
        return tooShort(bytes);
      }
      into.add(lower, upper, varint(bytes));
    }
    if (!hasVarint(bytes)) {
      return tooShort(bytes);
    }
    into.underflow(varint(bytes));
    if (!hasVarint(bytes)) {
      return tooShort(bytes);
    }
    into.overflow(varint(bytes));
    return strict || !bytes.hasRemaining()
        ? null
        : invalid(bytes.limit() + " bytes", "ends %d bytes earlier".formatted(bytes.remaining()));
  }

  private static Rejection tooShort(ByteBuffer bytes) {
    return invalid(bytes.limit() + " bytes", "too short for its number of buckets");
  }

  private static Rejection invalid(String found, String wanted) {
    return SentHistogram.invalid("value", found, wanted);
  }

  private static boolean hasVarint(ByteBuffer bytes) {
    int most = Math.min(bytes.remaining(), LONGEST_VARINT);
    for (int i = 0; i < most; i++) {
      if (bytes.get(bytes.position() + i) >= 0) {
        return true;
      }
    }
    return most == LONGEST_VARINT;
  }

  private static long varint(ByteBuffer bytes) {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT - 1; i++) {
      byte next = bytes.get();
      value |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    return value | ((long) bytes.get() << (7 * (LONGEST_VARINT - 1)));
  }
}
