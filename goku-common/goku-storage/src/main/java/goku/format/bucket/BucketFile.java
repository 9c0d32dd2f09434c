package goku.format.bucket;

import static goku.format.bucket.BucketLayout.LONG;

import goku.format.CorruptException;
import goku.format.PartFile;
import goku.model.PointBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The file of a finalized bucket, mapped into memory. It stays readable after the file is
/// unlinked. Thread-safe, but no thread may read after `close`.
///
/// A page whose checksum is wrong is never decoded: `read` throws. `replace` maps a good copy in
/// its place.
public final class BucketFile implements AutoCloseable {
  private volatile BucketMapping mapping;
  private volatile Runnable onDamage = () -> {};

  /// Mappings with corrupt pages. Readers may still use them, so they stay until `close`.
  private final List<BucketMapping> replaced = new ArrayList<>();

  private boolean closed;

  private BucketFile(Path file) throws IOException {
    mapping = BucketMapping.open(file, this::reportDamage);
  }

  /// Returns whether a file with these first bytes claims to be a bucket file.
  public static boolean isBucketFile(byte[] begin) {
    return begin.length >= Long.BYTES
        && MemorySegment.ofArray(begin).get(LONG, BucketLayout.MAGIC_OFFSET) == BucketLayout.MAGIC;
  }

  /// Maps a file and verifies all but the pages of the datapoints. A page is verified before its
  /// first byte is decoded, or by `verifyRest` or `verify`.
  ///
  /// @throws goku.format.FormatException when the file is not a complete bucket file
  public static BucketFile open(Path file) throws IOException {
    return new BucketFile(file);
  }

  public BucketInfo info() {
    return header().info();
  }

  /// Returns the length of the file in bytes.
  public long bytes() {
    return mapping.bytes().byteSize();
  }

  /// Returns the lengths of the parts of the file by name.
  public Map<String, Long> bytesByPart() {
    BucketHeader header = header();
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("header", header.sections().getFirst().offset());
    for (SectionKind kind : SectionKind.values()) {
      parts.put(kind.title(), header.section(kind).length());
    }
    return parts;
  }

  /// Returns a checksum that covers the whole file.
  public long checksum() {
    return mapping.checksum();
  }

  /// Returns the number of metrics. Smaller term numbers are metrics, the others are pairs.
  public int metricCount() {
    return header().metrics();
  }

  public int termCount() {
    return header().terms();
  }

  /// Returns the UTF-8 of a metric or `key=value`.
  public byte[] term(int number) {
    return mapping.term(number);
  }

  /// Returns the number of series, whose entries are 0 to `seriesCount() - 1`, ascending by terms.
  public int seriesCount() {
    return header().series();
  }

  public long pointCount() {
    return header().points();
  }

  /// Returns the number of distinct columns of timestamps. Several series may share a column.
  public int columnCount() {
    return header().columns();
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
    return mapping.series();
  }

  /// Returns the number of datapoints of a series.
  public int points(int entry) {
    return mapping.points(entry);
  }

  /// Returns the bytes of the file that the datapoints of a series take: from its block of values
  /// up to the next one, which is that of the next series. A column of timestamps in between
  /// belongs to the next series and all others that share it. The sum over all series is the size
  /// of all blocks except a first column.
  public long blockBytes(int entry) {
    return mapping.blockBytes(entry);
  }

  /// Appends the datapoints of a series, strictly ascending, to the buffer.
  ///
  /// @throws goku.format.CorruptException for a corrupt page, or a block of an unknown encoding
  public void read(int entry, PointBuffer into) {
    mapping.read(entry, into);
  }

  /// Reads the datapoints like `read`, and returns the encoded block of values.
  MemorySegment readBlock(int entry, PointBuffer into) {
    BucketMapping current = mapping;
    return current.block(entry, current.read(entry, into));
  }

  /// Loads the cache lines that reading the series begins with.
  public long touch(int entry) {
    return mapping.touch(entry);
  }

  /// Verifies the pages with the datapoints of a series that nobody has verified, so that `read`
  /// finds them as they are. Returns false if one is corrupt.
  public boolean require(int entry) {
    try {
      mapping.require(entry);
      return true;
    } catch (CorruptException corrupt) {
      return false;
    }
  }

  /// Returns whether all pages are known to be good, so that `require` would not find anything.
  public boolean isWhole() {
    return mapping.pages().isWhole();
  }

  /// Returns whether a corrupt page was found and no good copy has replaced it.
  public boolean isDamaged() {
    return mapping.pages().isDamaged();
  }

  /// Sets the listener that is called at the first corrupt page, by the thread that found it, and
  /// at once if one was found before.
  public void onDamage(Runnable listener) {
    onDamage = listener;
    if (isDamaged()) {
      listener.run();
    }
  }

  /// Verifies some pages that nobody has verified, a megabyte at most. Returns whether there may be
  /// more. Reports corrupt pages to the listener only.
  public boolean verifySome() {
    return mapping.pages().verifySome();
  }

  /// Verifies the pages that nobody has verified.
  ///
  /// @throws goku.format.CorruptException naming the first page whose checksum is wrong
  public void verifyRest() {
    mapping.pages().verifyRest();
  }

  /// Verifies all pages, also those that were verified before.
  ///
  /// @throws goku.format.CorruptException naming the first page whose checksum is wrong
  public void verify() {
    mapping.pages().verifyAgain();
  }

  /// Maps a good copy in place of the current mapping, after verifying all of the copy.
  ///
  /// @throws goku.format.FormatException if the copy is damaged or another file
  public synchronized void replace(Path copy) throws IOException {
    if (closed) {
      return;
    }
    BucketMapping good = BucketMapping.open(copy, this::reportDamage);
    try {
      if (good.checksum() != checksum()) {
        throw new CorruptException(
            BucketLayout.FORMAT,
            0,
            "checksum " + Long.toHexString(good.checksum()),
            "checksum " + Long.toHexString(checksum()));
      }
      good.pages().verifyRest();
    } catch (CorruptException corrupt) {
      good.close();
      throw corrupt;
    }
    replaced.add(mapping);
    mapping = good;
  }

  /// Writes the mapped bytes to another file, for when the file itself is gone. Verifies the bytes
  /// first, so that damage is not copied. The file appears once it is complete and on disk.
  ///
  /// @throws goku.format.FormatException as `verify`
  public void copyTo(Path file) throws IOException {
    BucketMapping current = mapping;
    current.pages().verifyAgain();
    try (var copy = new PartFile(file)) {
      for (long at = 0; at < current.bytes().byteSize(); at += BucketLayout.PAGE_BYTES) {
        long length = Math.min(BucketLayout.PAGE_BYTES, current.bytes().byteSize() - at);
        copy.write(current.bytes().asSlice(at, length).asByteBuffer(), at);
      }
      copy.publish();
    }
  }

  /// Unmaps the file.
  @Override
  public synchronized void close() {
    closed = true;
    mapping.close();
    replaced.forEach(BucketMapping::close);
  }

  private BucketHeader header() {
    return mapping.header();
  }

  private void reportDamage() {
    onDamage.run();
  }
}
