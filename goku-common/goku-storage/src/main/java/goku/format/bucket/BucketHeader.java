package goku.format.bucket;

import static goku.format.bucket.BucketLayout.CRC_BYTES;
import static goku.format.bucket.BucketLayout.INT;
import static goku.format.bucket.BucketLayout.LONG;
import static goku.format.bucket.BucketLayout.MAX_NAMESPACE_BYTES;
import static goku.format.bucket.BucketLayout.NAMESPACE_LENGTH_OFFSET;
import static goku.format.bucket.BucketLayout.NAMESPACE_OFFSET;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/// The header of a bucket file.
///
/// @param metrics the number of metrics
/// @param terms the number of metrics and pairs
/// @param columns the number of distinct columns of timestamps
/// @param sections one section of each kind, in their order
record BucketHeader(
    BucketInfo info,
    int metrics,
    int terms,
    int series,
    int columns,
    long points,
    List<Section> sections) {
  BucketHeader {
    sections = List.copyOf(sections);
  }

  Section section(SectionKind kind) {
    return sections.get(kind.index);
  }

  /// Returns the version in which a file is written: a file that does not state its coverage is
  /// readable by all versions.
  private static int version(BucketInfo info) {
    return info.coverage().equals(BucketCoverage.UNKNOWN)
        ? BucketLayout.FIRST_VERSION
        : BucketLayout.VERSION;
  }

  /// Returns the length of the header.
  static int bytes(BucketInfo info) {
    int length = info.namespace().getBytes(UTF_8).length;
    if (length > MAX_NAMESPACE_BYTES) {
      throw new IllegalArgumentException(
          "cannot write a namespace of %d bytes: at most %d are allowed"
              .formatted(length, MAX_NAMESPACE_BYTES));
    }
    return BucketLayout.headerBytes(version(info), length);
  }

  byte[] toBytes() {
    byte[] namespace = info.namespace().getBytes(UTF_8);
    byte[] bytes = new byte[bytes(info)];
    MemorySegment header = MemorySegment.ofArray(bytes);
    header.set(LONG, BucketLayout.MAGIC_OFFSET, BucketLayout.MAGIC);
    header.set(INT, BucketLayout.VERSION_OFFSET, version(info));
    header.set(INT, BucketLayout.HEADER_BYTES_OFFSET, bytes.length);
    header.set(LONG, BucketLayout.FILE_BYTES_OFFSET, sections.getLast().end());
    header.set(LONG, BucketLayout.START_OFFSET, info.startMillis());
    header.set(LONG, BucketLayout.LENGTH_OFFSET, info.lengthMillis());
    header.set(INT, BucketLayout.SHARD_OFFSET, info.shard());
    header.set(INT, BucketLayout.GENERATION_OFFSET, info.generation());
    header.set(INT, BucketLayout.METRICS_OFFSET, metrics);
    header.set(INT, BucketLayout.TERMS_OFFSET, terms);
    header.set(INT, BucketLayout.SERIES_OFFSET, series);
    header.set(INT, BucketLayout.COLUMNS_OFFSET, columns);
    header.set(LONG, BucketLayout.POINTS_OFFSET, points);
    for (SectionKind kind : SectionKind.values()) {
      Section section = section(kind);
      long at = at(kind);
      header.set(LONG, at + BucketLayout.SECTION_OFFSET, section.offset());
      header.set(LONG, at + BucketLayout.SECTION_LENGTH, section.length());
      header.set(INT, at + BucketLayout.SECTION_CRC, section.crc());
    }
    header.set(INT, NAMESPACE_LENGTH_OFFSET, namespace.length);
    MemorySegment.copy(namespace, 0, header, JAVA_BYTE, NAMESPACE_OFFSET, namespace.length);
    if (version(info) > BucketLayout.FIRST_VERSION) {
      writeCoverage(header, NAMESPACE_OFFSET + namespace.length);
    }
    header.set(INT, bytes.length - CRC_BYTES, crc(bytes));
    return bytes;
  }

  /// Parses the bytes, which must be a header with a valid checksum.
  static BucketHeader of(MemorySegment header) {
    byte[] namespace =
        header
            .asSlice(NAMESPACE_OFFSET, header.get(INT, NAMESPACE_LENGTH_OFFSET))
            .toArray(JAVA_BYTE);
    List<Section> sections = new ArrayList<>();
    for (SectionKind kind : SectionKind.values()) {
      sections.add(
          new Section(
              header.get(LONG, at(kind) + BucketLayout.SECTION_OFFSET),
              header.get(LONG, at(kind) + BucketLayout.SECTION_LENGTH),
              header.get(INT, at(kind) + BucketLayout.SECTION_CRC)));
    }
    return new BucketHeader(
        new BucketInfo(
            new String(namespace, UTF_8),
            header.get(INT, BucketLayout.SHARD_OFFSET),
            header.get(LONG, BucketLayout.START_OFFSET),
            header.get(LONG, BucketLayout.LENGTH_OFFSET),
            header.get(INT, BucketLayout.GENERATION_OFFSET),
            coverage(header, NAMESPACE_OFFSET + namespace.length)),
        header.get(INT, BucketLayout.METRICS_OFFSET),
        header.get(INT, BucketLayout.TERMS_OFFSET),
        header.get(INT, BucketLayout.SERIES_OFFSET),
        header.get(INT, BucketLayout.COLUMNS_OFFSET),
        header.get(LONG, BucketLayout.POINTS_OFFSET),
        sections);
  }

  private void writeCoverage(MemorySegment header, long at) {
    BucketCoverage coverage = info.coverage();
    header.set(JAVA_BYTE, at + BucketLayout.COVERAGE_KIND, coverage.kind().code);
    long log = at + BucketLayout.COVERAGE_LOG;
    header.set(LONG, log, coverage.log().getMostSignificantBits());
    header.set(LONG, log + Long.BYTES, coverage.log().getLeastSignificantBits());
    header.set(LONG, at + BucketLayout.COVERAGE_THROUGH, coverage.throughOffset());
  }

  private static BucketCoverage coverage(MemorySegment header, long at) {
    if (header.get(INT, BucketLayout.VERSION_OFFSET) == BucketLayout.FIRST_VERSION) {
      return BucketCoverage.UNKNOWN;
    }
    long log = at + BucketLayout.COVERAGE_LOG;
    return new BucketCoverage(
        new UUID(header.get(LONG, log), header.get(LONG, log + Long.BYTES)),
        header.get(LONG, at + BucketLayout.COVERAGE_THROUGH),
        BucketCoverage.Kind.of(header.get(JAVA_BYTE, at + BucketLayout.COVERAGE_KIND)));
  }

  /// Returns the checksum of a header. It covers all bytes before the stored checksum at the end.
  static int crc(byte[] header) {
    var crc = new CRC32C();
    crc.update(header, 0, header.length - CRC_BYTES);
    return (int) crc.getValue();
  }

  private static long at(SectionKind kind) {
    return BucketLayout.SECTIONS_OFFSET + (long) kind.index * BucketLayout.SECTION_BYTES;
  }
}
