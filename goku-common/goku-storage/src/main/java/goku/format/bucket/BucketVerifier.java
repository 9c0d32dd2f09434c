package goku.format.bucket;

import static goku.format.bucket.BucketLayout.CRC_BYTES;
import static goku.format.bucket.BucketLayout.FIRST_VERSION;
import static goku.format.bucket.BucketLayout.FORMAT;
import static goku.format.bucket.BucketLayout.HEADER_BYTES_OFFSET;
import static goku.format.bucket.BucketLayout.INT;
import static goku.format.bucket.BucketLayout.MAGIC;
import static goku.format.bucket.BucketLayout.MAGIC_OFFSET;
import static goku.format.bucket.BucketLayout.PAGE_BYTES;
import static goku.format.bucket.BucketLayout.VERSION;
import static goku.format.bucket.BucketLayout.VERSION_OFFSET;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import com.dynatrace.hash4j.hashing.Hashing;
import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// A verifier of bucket files. Each method throws a `FormatException` if the bytes are invalid.
final class BucketVerifier {
  private static final int MIN_HEADER_BYTES =
      BucketLayout.headerBytes(BucketLayout.FIRST_VERSION, 0);
  private static final int MAX_HEADER_BYTES =
      BucketLayout.headerBytes(BucketLayout.VERSION, BucketLayout.MAX_NAMESPACE_BYTES);
  private static final byte[] MAGIC_BYTES = magicBytes();

  private BucketVerifier() {}

  /// Returns the header, after verifying the length of the file.
  static BucketHeader header(MemorySegment file) {
    magic(file);
    need(file, HEADER_BYTES_OFFSET, "a magic and a version");
    int version = file.get(INT, VERSION_OFFSET);
    if (version < FIRST_VERSION || version > VERSION) {
      throw new OtherVersionException(
          FORMAT,
          VERSION_OFFSET,
          "version " + version,
          "version %d to %d".formatted(FIRST_VERSION, VERSION));
    }
    byte[] bytes = headerBytes(file);
    int crcOffset = bytes.length - CRC_BYTES;
    compare(crcOffset, "a header", BucketHeader.crc(bytes), file.get(INT, crcOffset));
    HeaderCheck.namespace(file, version, bytes.length);
    BucketHeader header = headerOf(file);
    HeaderCheck.sections(header, bytes.length);
    long length = header.sections().getLast().end();
    need(file, length, "a file");
    if (file.byteSize() > length) {
      throw new CorruptException(
          FORMAT, length, (file.byteSize() - length) + " bytes more", "the end of the file");
    }
    return header;
  }

  private static BucketHeader headerOf(MemorySegment file) {
    try {
      return BucketHeader.of(file);
    } catch (IllegalArgumentException wrong) {
      throw new CorruptException(
          FORMAT, BucketLayout.START_OFFSET, String.valueOf(wrong.getMessage()), "a bucket");
    }
  }

  /// Returns a checksum that covers the whole file. It is computed from the header, which holds the
  /// checksums of all sections. One of them holds the checksums of the pages.
  static long checksum(MemorySegment file) {
    return Hashing.xxh3_64().hashBytesToLong(headerBytes(file));
  }

  /// Verifies all sections but the pages.
  static void sections(MemorySegment file, BucketHeader header) {
    for (SectionKind kind : SectionKind.values()) {
      if (kind != SectionKind.PAGES) {
        Section section = header.section(kind);
        int crc = crc(file, section.offset(), section.length());
        compare(section.offset(), "a section of " + kind.title(), crc, section.crc());
      }
    }
  }

  /// Verifies one page of datapoints.
  static void page(MemorySegment file, BucketHeader header, int page) {
    Section pages = header.section(SectionKind.PAGES);
    long checksums = header.section(SectionKind.PAGE_CHECKSUMS).offset();
    long at = pages.offset() + (long) page * PAGE_BYTES;
    int crc = crc(file, at, Math.min(PAGE_BYTES, pages.end() - at));
    compare(at, "page " + page, crc, file.get(INT, checksums + (long) page * CRC_BYTES));
  }

  private static void magic(MemorySegment file) {
    int length = (int) Math.min(MAGIC_BYTES.length, file.byteSize());
    byte[] found = file.asSlice(MAGIC_OFFSET, length).toArray(JAVA_BYTE);
    var hex = HexFormat.of();
    if (!hex.formatHex(MAGIC_BYTES).startsWith(hex.formatHex(found))) {
      throw new NotOursException(
          FORMAT,
          MAGIC_OFFSET,
          "0x" + hex.formatHex(found),
          "magic 0x" + hex.formatHex(MAGIC_BYTES));
    }
  }

  private static byte[] headerBytes(MemorySegment file) {
    need(file, HEADER_BYTES_OFFSET + Integer.BYTES, "a header's length");
    int length = file.get(INT, HEADER_BYTES_OFFSET);
    if (length < MIN_HEADER_BYTES || length > MAX_HEADER_BYTES) {
      throw new CorruptException(
          FORMAT,
          HEADER_BYTES_OFFSET,
          "a header of " + length + " bytes",
          MIN_HEADER_BYTES + " to " + MAX_HEADER_BYTES);
    }
    need(file, length, "a header");
    return file.asSlice(0, length).toArray(JAVA_BYTE);
  }

  private static void need(MemorySegment file, long bytes, String what) {
    if (file.byteSize() < bytes) {
      throw new TruncatedException(
          FORMAT, file.byteSize(), "the end", "the %d bytes of %s".formatted(bytes, what));
    }
  }

  private static int crc(MemorySegment file, long offset, long length) {
    var crc = new CRC32C();
    // a buffer cannot be as long as a section
    for (long at = offset; at < offset + length; at += PAGE_BYTES) {
      crc.update(file.asSlice(at, Math.min(PAGE_BYTES, offset + length - at)).asByteBuffer());
    }
    return (int) crc.getValue();
  }

  private static void compare(long offset, String what, int found, int wanted) {
    if (found != wanted) {
      throw new CorruptException(
          FORMAT, offset, "%s with CRC32C %08x".formatted(what, found), "%08x".formatted(wanted));
    }
  }

  private static byte[] magicBytes() {
    byte[] bytes = new byte[Long.BYTES];
    MemorySegment.ofArray(bytes).set(BucketLayout.LONG, 0, MAGIC);
    return bytes;
  }
}
