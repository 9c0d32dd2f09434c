package goku.format.batch;

import static goku.format.batch.BatchLayout.BASE_OFFSET;
import static goku.format.batch.BatchLayout.COUNT_OFFSET;
import static goku.format.batch.BatchLayout.HEADER_BYTES;
import static goku.format.batch.BatchLayout.INT;
import static goku.format.batch.BatchLayout.LONG;
import static goku.format.batch.BatchLayout.MAGIC;
import static goku.format.batch.BatchLayout.MAGIC_OFFSET;
import static goku.format.batch.BatchLayout.MAX_ENTRY_OVERHEAD;
import static goku.format.batch.BatchLayout.MAX_RUN;
import static goku.format.batch.BatchLayout.VERSION;
import static goku.format.batch.BatchLayout.VERSION_OFFSET;

import goku.model.SeriesName;
import java.util.Arrays;

/// A writer of batches into an array that grows and is reused after `clear`. It allocates nothing
/// per datapoint. Owned by one thread.
public final class BatchWriter {
  private static final byte[] NO_TAGS = {};

  private byte[] bytes = new byte[4096];
  private int position = HEADER_BYTES;
  private int count;
  private long baseMillis;

  // the current entry, which further datapoints of its series may join
  private long hash;
  private int metricOffset;
  private int metricLength;
  private byte[] tags = NO_TAGS;
  private int runOffset;
  private long previousMillis;

  public BatchWriter() {
    bytes[MAGIC_OFFSET] = MAGIC;
    bytes[VERSION_OFFSET] = VERSION;
  }

  /// Adds a datapoint.
  public void add(SeriesName name, long timestampMillis, double value) {
    add(name.hash(), name.bytes(), name.metricLength(), name.tagBytes(), timestampMillis, value);
  }

  /// Adds a datapoint of a series whose hash is known. If consecutive datapoints pass the same
  /// `tags` array, comparing the tags is fast.
  ///
  /// @param metric array that begins with the metric, which is copied
  /// @param tags the canonical name after the metric; must not change before the batch is finished
  public void add(
      long hash, byte[] metric, int metricLength, byte[] tags, long timestampMillis, double value) {
    ensureRoom(MAX_ENTRY_OVERHEAD + metricLength + tags.length);
    if (count == 0) {
      baseMillis = timestampMillis;
    }
    if (!continuesRun(hash, metric, metricLength, tags)) {
      startEntry(hash, metric, metricLength, tags);
    }
    writeVarint(zigzag(timestampMillis - previousMillis));
    previousMillis = timestampMillis;
    LONG.set(bytes, position, Double.doubleToRawLongBits(value));
    position += Double.BYTES;
    bytes[runOffset]++;
    count++;
  }

  /// Returns the number of datapoints in the batch.
  public int count() {
    return count;
  }

  /// Returns the bytes of the batch so far.
  public int size() {
    return position;
  }

  /// Returns the largest number of bytes that one more datapoint with a name of this length takes.
  public static int maxBytes(int nameLength) {
    return nameLength + MAX_ENTRY_OVERHEAD;
  }

  /// Returns a copy of the finished message.
  public byte[] toBytes() {
    INT.set(bytes, COUNT_OFFSET, count);
    LONG.set(bytes, BASE_OFFSET, baseMillis);
    return Arrays.copyOf(bytes, position);
  }

  /// Starts the next batch.
  public void clear() {
    position = HEADER_BYTES;
    count = 0;
    baseMillis = 0;
    metricLength = 0;
    tags = NO_TAGS;
  }

  private boolean continuesRun(long hash, byte[] metric, int length, byte[] tags) {
    return hash == this.hash
        && count > 0
        && length == metricLength
        && Byte.toUnsignedInt(bytes[runOffset]) < MAX_RUN
        && Arrays.equals(bytes, metricOffset, metricOffset + length, metric, 0, length)
        && Arrays.equals(tags, this.tags);
  }

  private void startEntry(long hash, byte[] metric, int length, byte[] tags) {
    LONG.set(bytes, position, hash);
    position += Long.BYTES;
    boolean shares = tags.length > 0 && Arrays.equals(tags, this.tags);
    int given = shares ? length : length + tags.length;
    writeVarint((long) given << 1 | (shares ? 1 : 0));
    metricOffset = position;
    metricLength = length;
    append(metric, length);
    if (!shares) {
      append(tags, tags.length);
      this.tags = tags;
    }
    runOffset = position;
    bytes[position++] = 0;
    this.hash = hash;
    previousMillis = baseMillis;
  }

  private void append(byte[] from, int length) {
    System.arraycopy(from, 0, bytes, position, length);
    position += length;
  }

  private void writeVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[position++] = (byte) rest;
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private void ensureRoom(int more) {
    if (bytes.length - position < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, position + more));
    }
  }
}
