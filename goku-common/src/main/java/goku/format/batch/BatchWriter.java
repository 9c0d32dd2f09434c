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
  private int nameOffset;
  private int nameLength = -1;
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
    nameLength = -1;
  }

  private boolean continuesRun(long hash, byte[] name, int offset, int length) {
    return hash == this.hash
        && length == nameLength
        && Byte.toUnsignedInt(bytes[runOffset]) < MAX_RUN
        && Arrays.equals(bytes, nameOffset, nameOffset + nameLength, name, offset, offset + length);
  }

  private void startEntry(long hash, byte[] name, int offset, int length) {
    LONG.set(bytes, position, hash);
    position += Long.BYTES;
    writeVarint(length);
    nameOffset = position;
    System.arraycopy(name, offset, bytes, position, length);
    position += length;
    runOffset = position;
    bytes[position++] = 0;
    this.hash = hash;
    nameLength = length;
    previousMillis = baseMillis;
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
