package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.SerializableString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A timestamp as a JSON member name, whose digits are written into the output without text in
/// between. Holds one timestamp at a time. Owned by one thread.
final class TimestampName implements SerializableString {
  /// The digits of the largest long, with its sign.
  private static final int MOST_DIGITS = 20;

  private final byte[] digits = new byte[MOST_DIGITS];
  private int first = MOST_DIGITS;

  /// Replaces the timestamp.
  ///
  /// @param timestamp in the unit of the answer
  TimestampName of(long timestamp) {
    first = MOST_DIGITS;
    // negative, as the smallest long has no positive counterpart
    long rest = timestamp > 0 ? -timestamp : timestamp;
    do {
      digits[--first] = (byte) ('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (timestamp < 0) {
      digits[--first] = '-';
    }
    return this;
  }

  private int length() {
    return MOST_DIGITS - first;
  }

  /// Returns no timestamp: writers only name a member by it in errors, and ask for each member.
  @Override
  public String getValue() {
    return "timestamp";
  }

  @Override
  public int charLength() {
    return length();
  }

  @Override
  public char[] asQuotedChars() {
    return text().toCharArray();
  }

  @Override
  public byte[] asUnquotedUTF8() {
    return text().getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public byte[] asQuotedUTF8() {
    return asUnquotedUTF8();
  }

  private String text() {
    return new String(digits, first, length(), StandardCharsets.US_ASCII);
  }

  @Override
  public int appendQuotedUTF8(byte[] buffer, int offset) {
    if (length() > buffer.length - offset) {
      return -1;
    }
    System.arraycopy(digits, first, buffer, offset, length());
    return length();
  }

  @Override
  public int appendUnquotedUTF8(byte[] buffer, int offset) {
    return appendQuotedUTF8(buffer, offset);
  }

  @Override
  public int appendQuoted(char[] buffer, int offset) {
    if (length() > buffer.length - offset) {
      return -1;
    }
    for (int i = 0; i < length(); i++) {
      buffer[offset + i] = (char) digits[first + i];
    }
    return length();
  }

  @Override
  public int appendUnquoted(char[] buffer, int offset) {
    return appendQuoted(buffer, offset);
  }

  @Override
  public int writeQuotedUTF8(OutputStream out) throws IOException {
    out.write(digits, first, length());
    return length();
  }

  @Override
  public int writeUnquotedUTF8(OutputStream out) throws IOException {
    return writeQuotedUTF8(out);
  }

  @Override
  public int putQuotedUTF8(ByteBuffer buffer) {
    if (length() > buffer.remaining()) {
      return -1;
    }
    buffer.put(digits, first, length());
    return length();
  }

  @Override
  public int putUnquotedUTF8(ByteBuffer buffer) {
    return putQuotedUTF8(buffer);
  }
}
