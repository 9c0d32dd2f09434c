package goku.codec;

import goku.memory.Blocks;
import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.Histograms;

/// A writer of histograms to streams of their own. Owned by the writer of the streams.
public final class HistogramWriter {
  private final GorillaWriter writer;
  private final GorillaReader reader;
  private final PointBuffer first = new PointBuffer();
  private byte[] shared = new byte[256];

  /// @param reader reader of the streams of the writer
  public HistogramWriter(GorillaWriter writer, GorillaReader reader) {
    this.writer = writer;
    this.reader = reader;
  }

  /// Creates an empty stream and returns its handle, or `Blocks.NONE` when memory is full.
  public int create() {
    int stream = writer.create();
    if (stream != Blocks.NONE) {
      writer.setHistograms(stream);
    }
    return stream;
  }

  /// Appends a histogram. Returns false when memory is needed and full: the stream then has no more
  /// histograms than before. Leaves out the shape if it is that of the stream's first histogram.
  ///
  /// @param bytes array with the bytes of the histogram, see `Histograms`, from index `from` on
  /// @param length number of its bytes, at most 32,767
  public boolean append(int stream, long timestampMillis, byte[] bytes, int from, int length) {
    if (length < 1 || length > HistogramWords.MAX_BYTES) {
      throw new IllegalArgumentException(
          "histogram of %d bytes: must be 1 to %d".formatted(length, HistogramWords.MAX_BYTES));
    }
    int shape = Histograms.shapeEnd(bytes, from, from + length) - from;
    if (!beginsWith(stream, bytes, from, shape)) {
      return appendWords(stream, timestampMillis, bytes, from, length);
    }
    int rest = length - shape;
    if (shared.length < rest + 1) {
      shared = new byte[2 * (rest + 1)];
    }
    shared[0] = HistogramWords.FIRST_SHAPE;
    System.arraycopy(bytes, from + shape, shared, 1, rest);
    return appendWords(stream, timestampMillis, shared, 0, rest + 1);
  }

  /// Returns whether the first histogram of the stream is whole and has the shape.
  private boolean beginsWith(int stream, byte[] bytes, int from, int length) {
    reader.readFirst(stream, 1, first);
    if (first.size() == 0) {
      return false;
    }
    reader.readFirst(stream, HistogramWords.count(first.words()[0]), first);
    return HistogramWords.beginsWith(first, bytes, from, length);
  }

  private boolean appendWords(
      int stream, long timestampMillis, byte[] bytes, int from, int length) {
    int count = HistogramWords.count(length);
    for (int i = 0; i < count; i++) {
      long word = HistogramWords.word(bytes, from, length, i);
      if (!writer.append(stream, timestampMillis, ValueType.word(word))) {
        return false;
      }
    }
    return true;
  }
}
