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

/// Writes one batch into an array that grows and is used again after `clear`. Nothing is allocated
/// per datapoint. Owned by one thread.
public final class BatchWriter {
  private byte[] bytes = new byte[4096];
  private int position = HEADER_BYTES;
  private int count;
  private long baseMillis;

  // the entry that further datapoints of its series may join
  private long hash;
  private int metricOffset;
  private int metricLength;
  private int tagsOffset;
  private int tagsLength;
  private int runOffset;
  private long previousMillis;

  public BatchWriter() {
    bytes[MAGIC_OFFSET] = MAGIC;
    bytes[VERSION_OFFSET] = VERSION;
  }

  /// Adds a datapoint. The name is canonical and `hash` is its hash; it is copied.
  public void add(
      long hash, byte[] name, int offset, int length, long timestampMillis, double value) {
    ensureRoom(MAX_ENTRY_OVERHEAD + length);
    if (count == 0) {
      baseMillis = timestampMillis;
    }
    if (!continuesRun(hash, name, offset, length)) {
      startEntry(hash, name, offset, length);
    }
    writeVarint(zigzag(timestampMillis - previousMillis));
    previousMillis = timestampMillis;
    LONG.set(bytes, position, Double.doubleToRawLongBits(value));
    position += Double.BYTES;
    bytes[runOffset]++;
    count++;
  }

  /// Datapoints in the batch.
  public int count() {
    return count;
  }

  /// Bytes of the batch so far.
  public int size() {
    return position;
  }

  /// Bytes that one more datapoint with a name of this length takes at most.
  public static int maxBytes(int nameLength) {
    return nameLength + MAX_ENTRY_OVERHEAD;
  }

  /// The finished message, a copy.
  public byte[] toBytes() {
    INT.set(bytes, COUNT_OFFSET, count);
    LONG.set(bytes, BASE_OFFSET, baseMillis);
    return Arrays.copyOf(bytes, position);
  }

  /// Makes room for the next batch.
  public void clear() {
    position = HEADER_BYTES;
    count = 0;
    baseMillis = 0;
    metricLength = 0;
    tagsLength = 0;
  }

  private boolean continuesRun(long hash, byte[] name, int offset, int length) {
    int tags = offset + metricLength;
    return hash == this.hash
        && count > 0
        && length == metricLength + tagsLength
        && Byte.toUnsignedInt(bytes[runOffset]) < MAX_RUN
        && isWritten(metricOffset, metricLength, name, offset)
        && isWritten(tagsOffset, tagsLength, name, tags);
  }

  private void startEntry(long hash, byte[] name, int offset, int length) {
    LONG.set(bytes, position, hash);
    position += Long.BYTES;
    int metric = SeriesName.endOfMetric(name, offset, offset + length) - offset;
    int tags = length - metric;
    boolean shares =
        tags > 0 && tags == tagsLength && isWritten(tagsOffset, tags, name, offset + metric);
    int given = shares ? metric : length;
    writeVarint((long) given << 1 | (shares ? 1 : 0));
    System.arraycopy(name, offset, bytes, position, given);
    metricOffset = position;
    metricLength = metric;
    if (!shares) {
      tagsOffset = position + metric;
      tagsLength = tags;
    }
    position += given;
    runOffset = position;
    bytes[position++] = 0;
    this.hash = hash;
    previousMillis = baseMillis;
  }

  private boolean isWritten(int at, int length, byte[] name, int offset) {
    return Arrays.equals(bytes, at, at + length, name, offset, offset + length);
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
