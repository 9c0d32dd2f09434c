package goku.format.bucket;

import static goku.format.bucket.BucketLayout.ENTRY_BYTES;
import static goku.format.bucket.BucketLayout.ENTRY_COLUMN_SHIFT;
import static goku.format.bucket.BucketLayout.LONG;
import static goku.format.bucket.BucketLayout.MAX_BLOCK_OFFSET;
import static java.nio.channels.FileChannel.MapMode.READ_ONLY;

import goku.codec.block.CorruptBlockException;
import goku.codec.block.ValueDecoder;
import goku.format.CorruptException;
import goku.model.PointBuffer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// One mapping of a bucket file. All sections but the pages are verified when it is opened, and
/// each page before its first byte is decoded. Thread-safe, but no thread may read after `close`.
final class BucketMapping {
  private static final long MAX_KEPT_COLUMN_BYTES = 8L << 20;

  private final Arena arena;
  private final MemorySegment file;
  private final BucketHeader header;
  private final long checksum;
  private final TermTable terms;
  private final PageChecks pages;
  private final TimestampColumns columns;
  private final long entries;
  private final long blocks;

  private BucketMapping(Arena arena, MemorySegment file, Runnable onDamage) {
    this.arena = arena;
    this.file = file;
    header = BucketVerifier.header(file);
    checksum = BucketVerifier.checksum(file);
    BucketVerifier.sections(file, header);
    entries = header.section(SectionKind.ENTRIES).offset();
    blocks = header.section(SectionKind.PAGES).offset();
    terms = new TermTable(file, header.section(SectionKind.TERMS).offset(), header.terms());
    pages = new PageChecks(file, header, onDamage);
    columns =
        new TimestampColumns(
            file,
            header.section(SectionKind.COLUMNS).offset(),
            header.columns(),
            blocks,
            header.info().startMillis(),
            MAX_KEPT_COLUMN_BYTES,
            pages);
  }

  /// @param onDamage called at the first corrupt page
  static BucketMapping open(Path file, Runnable onDamage) throws IOException {
    Arena arena = Arena.ofShared();
    boolean opened = false;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment bytes = channel.map(READ_ONLY, 0, channel.size(), arena);
      var mapping = new BucketMapping(arena, bytes, onDamage);
      opened = true;
      return mapping;
    } finally {
      if (!opened) {
        arena.close();
      }
    }
  }

  MemorySegment bytes() {
    return file;
  }

  BucketHeader header() {
    return header;
  }

  long checksum() {
    return checksum;
  }

  byte[] term(int number) {
    return terms.get(Objects.checkIndex(number, header.terms()));
  }

  PageChecks pages() {
    return pages;
  }

  BucketSeriesCursor series() {
    return new BucketSeriesCursor(
        file, header.section(SectionKind.NAMES).offset(), header.series());
  }

  int points(int entry) {
    return columns.points((int) (entry(entry) >>> ENTRY_COLUMN_SHIFT));
  }

  /// Returns the bytes from the series' block of values up to the next one.
  long blockBytes(int entry) {
    return blockEnd(entry) - (entry(entry) & MAX_BLOCK_OFFSET);
  }

  /// Returns the first byte after the block, at the latest: the next series' block of values.
  private long blockEnd(int entry) {
    return entry + 1 < header.series()
        ? entry(entry + 1) & MAX_BLOCK_OFFSET
        : header.section(SectionKind.PAGES).length();
  }

  /// Verifies the pages of the series' datapoints.
  ///
  /// @throws CorruptException for a corrupt page
  void require(int entry) {
    if (!pages.isWhole()) {
      long found = entry(entry);
      columns.require((int) (found >>> ENTRY_COLUMN_SHIFT));
      requireValues(entry, found & MAX_BLOCK_OFFSET);
    }
  }

  private void requireValues(int entry, long offset) {
    pages.require(offset, Math.max(offset, blockEnd(entry)) + ValueDecoder.READ_AHEAD_BYTES);
  }

  /// Appends the datapoints of a series. Returns the offset after its block of values.
  long read(int entry, PointBuffer into) {
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
    long offset = found & MAX_BLOCK_OFFSET;
    if (!pages.isWhole()) {
      requireValues(entry, offset);
    }
    into.ensureRoom(count);
    columns.read(column, count, into.timestamps(), size);
    long end = ValueDecoder.decode(file, blocks + offset, count, into);
    into.setSize(size + count);
    into.join(ValueDecoder.type(file, blocks + offset), size);
    return end;
  }

  /// Returns the encoded block of values that ends at an offset of the file.
  MemorySegment block(int entry, long end) {
    long block = blocks + (entry(entry) & MAX_BLOCK_OFFSET);
    return file.asSlice(block, end - block);
  }

  long touch(int entry) {
    long found = entry(entry);
    return found + file.get(LONG, blocks + (found & MAX_BLOCK_OFFSET));
  }

  void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  private long entry(int entry) {
    return file.get(
        LONG, entries + (long) Objects.checkIndex(entry, header.series()) * ENTRY_BYTES);
  }
}
