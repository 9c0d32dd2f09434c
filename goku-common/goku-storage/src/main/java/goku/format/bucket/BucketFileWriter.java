package goku.format.bucket;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import goku.codec.block.ValueEncoder;
import goku.format.PartFile;
import goku.model.PointBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A writer of the file of a finalized bucket. The same series and datapoints give the same bytes.
/// Owned by one thread. Blocks are written at once, and memory holds some 30 bytes per series.
///
/// Terms are numbered: the metrics from zero on, then the pairs.
public final class BucketFileWriter implements AutoCloseable {
  private final BucketInfo info;
  private final PartFile file;
  private final InputCheck check;
  private final Section terms;
  private final PageWriter pages;
  private final ColumnTable columns;
  private final NameEncoder names = new NameEncoder();
  private final ValueEncoder encoder = new ValueEncoder();
  private final PointBuffer copied = new PointBuffer();
  private byte[] block = {};

  /// The offset of its block and the number of its column, by series.
  private long[] entries = new long[1024];

  private int series;
  private long points;

  /// Usability flag. Cleared by `finish`, `close`, and an error that may have left half a series.
  private boolean usable = true;

  /// @param file target; its bytes are in a temporary file beside it until the file is finished
  /// @param metrics UTF-8 of all metrics, ascending by unsigned bytes
  /// @param pairs UTF-8 of all `key=value`, ascending by unsigned bytes
  public BucketFileWriter(Path file, BucketInfo info, List<byte[]> metrics, List<byte[]> pairs)
      throws IOException {
    this(file, info, metrics, pairs, BucketLayout.MAX_BLOCK_OFFSET);
  }

  BucketFileWriter(
      Path file, BucketInfo info, List<byte[]> metrics, List<byte[]> pairs, long maxBlockOffset)
      throws IOException {
    this.info = info;
    check = new InputCheck(info, metrics, pairs);
    int header = BucketHeader.bytes(info);
    this.file = new PartFile(file);
    try {
      terms = TermTable.write(new SectionWriter(this.file, header), metrics, pairs);
    } catch (IOException | RuntimeException e) {
      this.file.close();
      throw e;
    }
    pages = new PageWriter(this.file, terms.end(), maxBlockOffset);
    columns = new ColumnTable(info.startMillis(), pages);
  }

  /// Appends a series. Series must ascend by their terms, compared number by number, a prefix
  /// first.
  ///
  /// @param hash hash of the canonical name
  /// @param terms number of the metric, then those of the pairs, ascending by key
  /// @param points strictly ascending, inside the window, at least one
  /// @throws IllegalArgumentException when an argument is invalid; the file is unchanged
  /// @throws IllegalStateException when there are more datapoints than a file can hold
  public void add(long hash, int[] terms, int termCount, PointBuffer points) throws IOException {
    check(terms, termCount, points);
    ensureBlock(encoder.prepare(points));
    int length = encoder.encode(points, block, 0);
    append(hash, terms, termCount, points, length);
  }

  /// Appends a series of another file of the same window. Copies its block of values, which gives
  /// the same bytes as `add` in a fraction of its time.
  ///
  /// @param entry of the series in the other file
  /// @param terms as for `add`, in the numbering of this file
  /// @throws IllegalArgumentException as `add`
  /// @throws IllegalStateException as `add`
  public void copy(BucketFile from, int entry, long hash, int[] terms, int termCount)
      throws IOException {
    copied.clear();
    MemorySegment values = from.readBlock(entry, copied);
    check(terms, termCount, copied);
    int length = (int) values.byteSize();
    ensureBlock(length);
    MemorySegment.copy(values, JAVA_BYTE, 0, block, 0, length);
    append(hash, terms, termCount, copied, length);
  }

  private void check(int[] terms, int termCount, PointBuffer points) {
    requireUsable();
    check.terms(terms, termCount);
    if (!names.ascends(terms, termCount)) {
      throw new IllegalArgumentException(
          "cannot add a series with terms=%s: must be after those of the previous series"
              .formatted(Arrays.toString(Arrays.copyOf(terms, termCount))));
    }
    int size = points.size();
    if (!columns.isPrevious(points.timestamps(), size)) {
      check.timestamps(points.timestamps(), size);
    }
  }

  /// Appends a series whose values are the first bytes of the block.
  private void append(long hash, int[] terms, int termCount, PointBuffer points, int length)
      throws IOException {
    usable = false;
    // the column first: a new column must be right before the values that it belongs to
    int column = columns.add(points.timestamps(), points.size());
    int at = pages.append(block, length);
    names.add(hash, terms, termCount);
    if (series == entries.length) {
      entries = Arrays.copyOf(entries, series * 2);
    }
    entries[series++] =
        (long) column << BucketLayout.ENTRY_COLUMN_SHIFT | Integer.toUnsignedLong(at);
    this.points += points.size();
    usable = true;
  }

  /// Completes the file, forces it to disk and gives it its name.
  public void finish() throws IOException {
    requireUsable();
    usable = false;
    Section blocks = pages.finish();
    var checksumsWriter = new SectionWriter(file, blocks.end());
    pages.writeChecksums(checksumsWriter);
    Section checksums = checksumsWriter.finish();
    var namesWriter = new SectionWriter(file, checksums.end());
    names.write(namesWriter);
    Section nameSection = namesWriter.finish();
    int[] numbers = columns.numbers();
    var entriesWriter = new SectionWriter(file, nameSection.end());
    for (int i = 0; i < series; i++) {
      entriesWriter.putInt((int) entries[i]);
      entriesWriter.putInt(numbers[(int) (entries[i] >>> BucketLayout.ENTRY_COLUMN_SHIFT)]);
    }
    Section entrySection = entriesWriter.finish();
    var columnsWriter = new SectionWriter(file, entrySection.end());
    columns.write(columnsWriter);
    Section columnSection = columnsWriter.finish();
    var header =
        new BucketHeader(
            info,
            check.metrics(),
            check.terms(),
            series,
            columns.count(),
            points,
            List.of(terms, blocks, checksums, nameSection, entrySection, columnSection));
    file.write(ByteBuffer.wrap(header.toBytes()), 0);
    file.publish();
  }

  /// Removes the written bytes unless the file is finished.
  @Override
  public void close() throws IOException {
    usable = false;
    file.close();
  }

  private void ensureBlock(int bytes) {
    if (block.length < bytes) {
      block = new byte[bytes];
    }
  }

  private void requireUsable() {
    if (!usable) {
      throw new IllegalStateException(
          "cannot write the file: it is finished, closed, or broken by an error");
    }
  }
}
