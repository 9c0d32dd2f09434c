package goku.format.bucket;

import static goku.format.bucket.BucketLayout.FORMAT;
import static goku.format.bucket.BucketLayout.INT;
import static goku.format.bucket.BucketLayout.NAMESPACE_LENGTH_OFFSET;

import goku.format.CorruptException;
import java.lang.foreign.MemorySegment;

/// The plausibility checks of a header, so that nothing is read outside of the file. A valid
/// checksum only proves that the header is as it was written.
final class HeaderCheck {
  private HeaderCheck() {}

  /// Checks that the namespace is inside the header and ends where it should.
  ///
  /// @throws CorruptException if not
  static void namespace(MemorySegment header, int version, int headerBytes) {
    int length = header.get(INT, NAMESPACE_LENGTH_OFFSET);
    if (length < 0
        || length > BucketLayout.MAX_NAMESPACE_BYTES
        || BucketLayout.headerBytes(version, length) != headerBytes) {
      throw new CorruptException(
          FORMAT,
          NAMESPACE_LENGTH_OFFSET,
          "a namespace of %d bytes".formatted(length),
          "one that fills a header of %d bytes".formatted(headerBytes));
    }
  }

  /// Checks that sections follow each other without a gap and are large enough for the counts in
  /// the header.
  ///
  /// @throws CorruptException if not
  static void sections(BucketHeader header, int headerBytes) {
    long at = headerBytes;
    for (SectionKind kind : SectionKind.values()) {
      Section section = header.section(kind);
      if (section.offset() != at || section.length() < 0 || section.end() < at) {
        throw corrupt(
            kind,
            "%d bytes from %d on".formatted(section.length(), section.offset()),
            "one from %d on".formatted(at));
      }
      at = section.end();
    }
    holds(header, SectionKind.TERMS, header.terms(), Integer.BYTES);
    holds(header, SectionKind.TERMS, header.metrics(), Integer.BYTES);
    holds(header, SectionKind.ENTRIES, header.series(), BucketLayout.ENTRY_BYTES);
    holds(header, SectionKind.COLUMNS, header.columns(), BucketLayout.COLUMN_BYTES);
    long pages = header.section(SectionKind.PAGES).length();
    long checksums = Math.ceilDiv(pages, BucketLayout.PAGE_BYTES);
    holds(header, SectionKind.PAGE_CHECKSUMS, checksums, BucketLayout.CRC_BYTES);
  }

  private static void holds(BucketHeader header, SectionKind kind, long count, int bytesEach) {
    long length = header.section(kind).length();
    if (count < 0 || count > length / bytesEach) {
      throw corrupt(
          kind,
          "%d bytes for %d times %d".formatted(length, count, bytesEach),
          "as many bytes as that");
    }
  }

  private static CorruptException corrupt(SectionKind kind, String found, String wanted) {
    return new CorruptException(
        FORMAT,
        BucketLayout.SECTIONS_OFFSET + (long) kind.index * BucketLayout.SECTION_BYTES,
        "a section of %s of %s".formatted(kind.title(), found),
        wanted);
  }
}
