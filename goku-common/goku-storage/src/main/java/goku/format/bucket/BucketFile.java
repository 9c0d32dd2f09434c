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

/// The file of a finalized bucket, mapped into memory. Stays readable when the file is unlinked.
/// Thread-safe; nobody may read after `close`.
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

  /// Whether a file that begins with these bytes claims to be one.
  public static boolean isBucketFile(byte[] begin) {
    return begin.length >= Long.BYTES
        && MemorySegment.ofArray(begin).get(LONG, BucketLayout.MAGIC_OFFSET) == BucketLayout.MAGIC;
  }

  /// Maps a file and verifies everything but the pages of the datapoints, which `verify` does.
  ///
  /// @throws goku.format.FormatException when it is not a whole bucket file
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

  /// The length of the file.
  public long bytes() {
    return file.byteSize();
  }

  /// The lengths of the file's parts by their names.
  public Map<String, Long> bytesByPart() {
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("header", header.sections().getFirst().offset());
    for (SectionKind kind : SectionKind.values()) {
      parts.put(kind.title(), header.section(kind).length());
    }
    return parts;
  }

  /// Differs when anything in the file does.
  public long checksum() {
    return checksum;
  }

  /// Terms below are metrics, those from here on are pairs.
  public int metricCount() {
    return header.metrics();
  }

  public int termCount() {
    return header.terms();
  }

  /// The UTF-8 of a metric or `key=value`.
  public byte[] term(int number) {
    return terms.get(Objects.checkIndex(number, header.terms()));
  }

  /// Series are the entries 0 to `seriesCount() - 1`, ascending by their terms.
  public int seriesCount() {
    return header.series();
  }

  public long pointCount() {
    return header.points();
  }

  /// The number of distinct columns of timestamps, each of which all its series share.
  public int columnCount() {
    return header.columns();
  }

  /// What a walk over all series is told of each; the array is used again for the next.
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

  /// A new cursor before the first series.
  public BucketSeriesCursor series() {
    return new BucketSeriesCursor(
        file, header.section(SectionKind.NAMES).offset(), header.series());
  }

  /// The number of datapoints of a series.
  public int points(int entry) {
    return columns.points((int) (entry(entry) >>> ENTRY_COLUMN_SHIFT));
  }

  /// The bytes of the file that the datapoints of a series take: from its block of values up to the
  /// next one, which is that of the next series. A column of timestamps in between is that
  /// series's, and of all others that share it. Over all series they add up to all blocks but a
  /// first column.
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

  /// The same; returns the encoded block of values.
  MemorySegment readBlock(int entry, PointBuffer into) {
    long block = blocks + (entry(entry) & MAX_BLOCK_OFFSET);
    return file.asSlice(block, readValues(entry, into) - block);
  }

  /// Returns the offset behind the block of values.
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

  /// Loads from the cache lines that reading the series begins with.
  public long touch(int entry) {
    long found = entry(entry);
    return found + file.get(LONG, blocks + (found & MAX_BLOCK_OFFSET));
  }

  /// Compares the checksums of all pages.
  ///
  /// @throws goku.format.FormatException when one is wrong; the message says which
  public void verify() {
    BucketVerifier.pages(file, header);
  }

  /// Writes the mapped bytes to another file: for when the file itself has gone. They are verified
  /// first, so that damage is not spread; the file appears when it is whole and on the disk.
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
