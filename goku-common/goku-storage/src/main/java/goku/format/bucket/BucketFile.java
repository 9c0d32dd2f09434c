package goku.format.bucket;

import static goku.format.bucket.BucketLayout.ENTRY_BYTES;
import static goku.format.bucket.BucketLayout.ENTRY_COLUMN_SHIFT;
import static goku.format.bucket.BucketLayout.LONG;
import static goku.format.bucket.BucketLayout.MAX_BLOCK_OFFSET;
import static java.nio.channels.FileChannel.MapMode.READ_ONLY;

import goku.codec.block.CorruptBlockException;
import goku.codec.block.ValueDecoder;
import goku.format.CorruptException;
import goku.format.PartFile;
import goku.model.PointBuffer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The file of a finalized bucket, mapped into memory. It stays readable after the file is
/// unlinked. Thread-safe, but no thread may read after `close`.
public final class BucketFile implements AutoCloseable {
  private static final long MAX_KEPT_COLUMN_BYTES = 8L << 20;

  private final Arena arena;
  private final MemorySegment file;
  private final BucketHeader header;
  private final long checksum;
  private final TermTable terms;
  private final TimestampColumns columns;
  private final long entries;
  private final long blocks;

  private BucketFile(Arena arena, MemorySegment file) {
    this.arena = arena;
    this.file = file;
    header = BucketVerifier.header(file);
    checksum = BucketVerifier.checksum(file);
    BucketVerifier.sections(file, header);
    entries = header.section(SectionKind.ENTRIES).offset();
    blocks = header.section(SectionKind.PAGES).offset();
    terms = new TermTable(file, header.section(SectionKind.TERMS).offset(), header.terms());
    columns =
        new TimestampColumns(
            file,
            header.section(SectionKind.COLUMNS).offset(),
            header.columns(),
            blocks,
            header.info().startMillis(),
            MAX_KEPT_COLUMN_BYTES);
  }

  /// Returns whether a file with these first bytes claims to be a bucket file.
  public static boolean isBucketFile(byte[] begin) {
    return begin.length >= Long.BYTES
        && MemorySegment.ofArray(begin).get(LONG, BucketLayout.MAGIC_OFFSET) == BucketLayout.MAGIC;
  }

  /// Maps a file and verifies all but the pages of the datapoints, which `verify` checks.
  ///
  /// @throws goku.format.FormatException when the file is not a complete bucket file
  public static BucketFile open(Path file) throws IOException {
    Arena arena = Arena.ofShared();
    boolean opened = false;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var bucket = new BucketFile(arena, channel.map(READ_ONLY, 0, channel.size(), arena));
      opened = true;
      return bucket;
    } finally {
      if (!opened) {
        arena.close();
      }
    }
  }

  public BucketInfo info() {
    return header.info();
  }

  /// Returns the length of the file in bytes.
  public long bytes() {
    return file.byteSize();
  }

  /// Returns the lengths of the parts of the file by name.
  public Map<String, Long> bytesByPart() {
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("header", header.sections().getFirst().offset());
    for (SectionKind kind : SectionKind.values()) {
      parts.put(kind.title(), header.section(kind).length());
    }
    return parts;
  }

  /// Returns a checksum that covers the whole file.
  public long checksum() {
    return checksum;
  }

  /// Returns the number of metrics. Smaller term numbers are metrics, the others are pairs.
  public int metricCount() {
    return header.metrics();
  }

  public int termCount() {
    return header.terms();
  }

  /// Returns the UTF-8 of a metric or `key=value`.
  public byte[] term(int number) {
    return terms.get(Objects.checkIndex(number, header.terms()));
  }

  /// Returns the number of series, whose entries are 0 to `seriesCount() - 1`, ascending by terms.
  public int seriesCount() {
    return header.series();
  }

  public long pointCount() {
    return header.points();
  }

  /// Returns the number of distinct columns of timestamps. Several series may share a column.
  public int columnCount() {
    return header.columns();
  }

  /// A visitor of all series. The array is reused for the next series.
  @FunctionalInterface
  public interface SeriesVisitor {
    void visit(int entry, long hash, int[] terms, int termCount);
  }

  public void forEachSeries(SeriesVisitor visitor) {
    BucketSeriesCursor series = series();
    while (series.next()) {
      visitor.visit(series.entry(), series.hash(), series.terms(), series.termCount());
    }
  }

  /// Returns a new cursor before the first series.
  public BucketSeriesCursor series() {
    return new BucketSeriesCursor(
        file, header.section(SectionKind.NAMES).offset(), header.series());
  }

  /// Returns the number of datapoints of a series.
  public int points(int entry) {
    return columns.points((int) (entry(entry) >>> ENTRY_COLUMN_SHIFT));
  }

  /// Returns the bytes of the file that the datapoints of a series take: from its block of values
  /// up to the next one, which is that of the next series. A column of timestamps in between
  /// belongs to the next series and all others that share it. The sum over all series is the size
  /// of all blocks except a first column.
  public long blockBytes(int entry) {
    long block = entry(entry) & MAX_BLOCK_OFFSET;
    long end =
        entry + 1 < header.series()
            ? entry(entry + 1) & MAX_BLOCK_OFFSET
            : header.section(SectionKind.PAGES).length();
    return end - block;
  }

  /// Appends the datapoints of a series, strictly ascending, to the buffer.
  ///
  /// @throws CorruptException for a block of an unknown encoding
  public void read(int entry, PointBuffer into) {
    readValues(entry, into);
  }

  /// Reads the datapoints like `read`, and returns the encoded block of values.
  MemorySegment readBlock(int entry, PointBuffer into) {
    long block = blocks + (entry(entry) & MAX_BLOCK_OFFSET);
    return file.asSlice(block, readValues(entry, into) - block);
  }

  /// Returns the offset after the block of values.
  private long readValues(int entry, PointBuffer into) {
    try {
      return decode(entry, into);
    } catch (CorruptBlockException broken) {
      var corrupt =
          new CorruptException(
              BucketLayout.FORMAT, broken.offset(), broken.found(), broken.wanted());
      corrupt.initCause(broken);
      throw corrupt;
    }
  }

  private long decode(int entry, PointBuffer into) {
    long found = entry(entry);
    int column = (int) (found >>> ENTRY_COLUMN_SHIFT);
    int count = columns.points(column);
    int size = into.size();
    into.ensureRoom(count);
    columns.read(column, count, into.timestamps(), size);
    long block = blocks + (found & MAX_BLOCK_OFFSET);
    long end = ValueDecoder.decode(file, block, count, into.values(), size);
    into.setSize(size + count);
    return end;
  }

  /// Loads the cache lines that reading the series begins with.
  public long touch(int entry) {
    long found = entry(entry);
    return found + file.get(LONG, blocks + (found & MAX_BLOCK_OFFSET));
  }

  /// Verifies the checksums of all pages.
  ///
  /// @throws goku.format.FormatException naming the page whose checksum is wrong
  public void verify() {
    BucketVerifier.pages(file, header);
  }

  /// Writes the mapped bytes to another file, for when the file itself is gone. Verifies the bytes
  /// first, so that damage is not copied. The file appears once it is complete and on disk.
  ///
  /// @throws goku.format.FormatException as `verify`
  public void copyTo(Path file) throws IOException {
    verify();
    try (var copy = new PartFile(file)) {
      for (long at = 0; at < bytes(); at += BucketLayout.PAGE_BYTES) {
        long length = Math.min(BucketLayout.PAGE_BYTES, bytes() - at);
        copy.write(this.file.asSlice(at, length).asByteBuffer(), at);
      }
      copy.publish();
    }
  }

  /// Unmaps the file.
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  private long entry(int entry) {
    return file.get(
        LONG, entries + (long) Objects.checkIndex(entry, header.series()) * ENTRY_BYTES);
  }
}
