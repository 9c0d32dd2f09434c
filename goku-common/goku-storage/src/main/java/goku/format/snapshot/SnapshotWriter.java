package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.KIND_BITS;
import static goku.format.snapshot.SnapshotLayout.METRIC;
import static goku.format.snapshot.SnapshotLayout.PAIR;
import static goku.format.snapshot.SnapshotLayout.REMOVED;
import static goku.format.snapshot.SnapshotLayout.SEALED;
import static goku.format.snapshot.SnapshotLayout.SERIES;
import static goku.format.snapshot.SnapshotLayout.STREAMS;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.roaringbitmap.RoaringBitmap;

/// A writer of one snapshot. Owned by one thread.
///
/// Terms and series are numbered from zero on in the order in which they are written. They must be
/// written before records that refer to them. `finish` writes the last record. If it or any earlier
/// step fails, only a previous file remains.
public final class SnapshotWriter implements AutoCloseable {
  private final FrameWriter out;
  private final ByteWriter frame;
  private int termCount;
  private int seriesCount;
  private long streamCount;
  private int[] lastTerms = new int[16];
  private long startMillis;
  private boolean hasStreams;
  private int lastSeries;

  /// @param file target; its bytes are in a temporary file beside it until the snapshot is finished
  public SnapshotWriter(Path file, SnapshotInfo info) throws IOException {
    out = new FrameWriter(file, info);
    frame = out.frame();
  }

  /// Adds a metric. Returns its number among all terms.
  public int metric(byte[] utf8) throws IOException {
    return term(METRIC, utf8);
  }

  /// Adds a `key=value`. Returns its number among all terms.
  public int pair(byte[] utf8) throws IOException {
    return term(PAIR, utf8);
  }

  /// Adds a series. Returns its number.
  ///
  /// @param terms number of the metric, then those of the pairs, ascending by key
  public int series(long hash, int[] terms, int termCount) throws IOException {
    for (int i = 0; i < termCount; i++) {
      if (terms[i] < 0 || terms[i] >= this.termCount) {
        throw new IllegalArgumentException(
            "cannot add a series with term=%d: only %d terms were written"
                .formatted(terms[i], this.termCount));
      }
    }
    if (termCount > lastTerms.length) {
      lastTerms = Arrays.copyOf(lastTerms, termCount);
    }
    frame.reserve(1 + Long.BYTES + (termCount + 1L) * ByteWriter.MAX_VARINT_BYTES);
    frame.put(SERIES);
    frame.putLong(hash);
    frame.putVarint(termCount);
    for (int i = 0; i < termCount; i++) {
      frame.putZigzag((long) terms[i] - lastTerms[i]);
      lastTerms[i] = terms[i];
    }
    out.recordEnds();
    return seriesCount++;
  }

  /// Writes which entries of a bucket's file have been removed.
  public void removed(long startMillis, RoaringBitmap entries) throws IOException {
    int size = entries.serializedSizeInBytes();
    frame.reserve(1 + 2 * ByteWriter.MAX_VARINT_BYTES + (long) size);
    frame.put(REMOVED);
    frame.putZigzag(startMillis);
    frame.putVarint(size);
    entries.serialize(
        ByteBuffer.wrap(frame.array(), frame.size(), size).slice().order(ByteOrder.LITTLE_ENDIAN));
    frame.setSize(frame.size() + size);
    out.recordEnds();
  }

  /// Begins streams of a bucket. If a bucket has several, later ones hold later arrivals.
  ///
  /// @param sealed true if the bucket's finalization was decided while these streams were filled,
  ///   so that they must be finalized
  public void streams(long startMillis, boolean sealed) throws IOException {
    this.startMillis = startMillis;
    hasStreams = true;
    lastSeries = 0;
    frame.reserve(1 + ByteWriter.MAX_VARINT_BYTES);
    frame.put(STREAMS | (sealed ? SEALED : 0) << KIND_BITS);
    frame.putZigzag(startMillis);
    out.recordEnds();
  }

  /// Adds a stream to the streams begun last.
  public void stream(int series, StreamImage image) throws IOException {
    if (!hasStreams || series < 0 || series >= seriesCount) {
      throw new IllegalStateException(
          "cannot add a stream of series=%d: %d series were written and %s streams were begun"
              .formatted(series, seriesCount, hasStreams ? "some" : "no"));
    }
    StreamRecord.write(frame, (long) series - lastSeries, startMillis, image);
    lastSeries = series;
    streamCount++;
    out.recordEnds();
  }

  /// Completes the file, forces it to disk and gives it its name.
  public void finish() throws IOException {
    out.flush();
    new EndRecord(out.frames(), termCount, seriesCount, streamCount).write(frame);
    out.flush();
    out.finish();
  }

  /// Removes the written bytes unless the snapshot is finished.
  @Override
  public void close() throws IOException {
    out.close();
  }

  private int term(int kind, byte[] utf8) throws IOException {
    frame.reserve(1);
    frame.put(kind);
    frame.putText(utf8);
    out.recordEnds();
    return termCount++;
  }
}
