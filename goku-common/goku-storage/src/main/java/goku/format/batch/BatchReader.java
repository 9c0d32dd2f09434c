package goku.format.batch;

import static goku.format.batch.BatchLayout.BASE_OFFSET;
import static goku.format.batch.BatchLayout.COUNT_OFFSET;
import static goku.format.batch.BatchLayout.FLAGS_OFFSET;
import static goku.format.batch.BatchLayout.FORMAT;
import static goku.format.batch.BatchLayout.HEADER_BYTES;
import static goku.format.batch.BatchLayout.INT;
import static goku.format.batch.BatchLayout.LONG;
import static goku.format.batch.BatchLayout.MAGIC;
import static goku.format.batch.BatchLayout.MAGIC_OFFSET;
import static goku.format.batch.BatchLayout.SHORT;
import static goku.format.batch.BatchLayout.VERSION;
import static goku.format.batch.BatchLayout.VERSION_OFFSET;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.model.SeriesName;

/// A cursor over one batch, reused for the next by `open`. It reads the array in place and
/// allocates nothing. Any call may throw a `FormatException`. Owned by one thread.
///
/// {@snippet :
/// reader.open(bytes);
/// while (reader.nextSeries()) {
///   long hash = reader.hash(); // and the name in the array
///   while (reader.nextPoint()) {
///     store(reader.timestamp(), reader.value());
///   }
/// }
/// }
public final class BatchReader {
  private byte[] bytes = {};
  private int position;
  private long count;
  private long pointsSeen;
  private long baseMillis;

  private long hash;
  private int metricOffset;
  private int metricLength;
  private int tagsOffset;
  private int tagsLength;
  private int pointsLeft;
  private long timestampMillis;
  private double value;

  /// Opens a batch. The array must not change until the cursor has passed through it.
  public void open(byte[] batch) {
    bytes = batch;
    if (batch.length > MAGIC_OFFSET && batch[MAGIC_OFFSET] != MAGIC) {
      throw new NotOursException(
          FORMAT, MAGIC_OFFSET, hex(batch[MAGIC_OFFSET]), "magic " + hex(MAGIC));
    }
    if (batch.length > VERSION_OFFSET && batch[VERSION_OFFSET] != VERSION) {
      throw new OtherVersionException(
          FORMAT,
          VERSION_OFFSET,
          "version " + Byte.toUnsignedInt(batch[VERSION_OFFSET]),
          "version " + VERSION);
    }
    position = 0;
    need(HEADER_BYTES, "a header");
    short flags = (short) SHORT.get(batch, FLAGS_OFFSET);
    if (flags != 0) {
      throw corrupt(FLAGS_OFFSET, "flags " + flags, "flags 0");
    }
    tagsLength = 0;
    count = Integer.toUnsignedLong((int) INT.get(batch, COUNT_OFFSET));
    baseMillis = (long) LONG.get(batch, BASE_OFFSET);
    position = HEADER_BYTES;
    pointsSeen = 0;
    pointsLeft = 0;
  }

  /// Returns the number of datapoints according to the header. `nextSeries` verifies it at the end.
  public long count() {
    return count;
  }

  /// Moves to the next entry, skipping the rest of this one. Returns false at the end of the batch.
  /// Consecutive entries may be of the same series.
  public boolean nextSeries() {
    while (nextPoint()) {
      // skips to the end of the entry
    }
    if (position == bytes.length) {
      if (pointsSeen != count) {
        throw corrupt(COUNT_OFFSET, pointsSeen + " datapoints", count + " as in the header");
      }
      return false;
    }
    need(Long.BYTES, "the hash of a name");
    hash = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    readName();
    need(Byte.BYTES, "the number of datapoints");
    pointsLeft = Byte.toUnsignedInt(bytes[position]);
    if (pointsLeft == 0) {
      throw corrupt(position, "an entry without a datapoint", "at least one");
    }
    position++;
    timestampMillis = baseMillis;
    return true;
  }

  /// Moves to the next datapoint of the entry. Returns false at its end.
  public boolean nextPoint() {
    if (pointsLeft == 0) {
      return false;
    }
    long delta = readVarint();
    timestampMillis += (delta >>> 1) ^ -(delta & 1);
    need(Double.BYTES, "a value");
    value = Double.longBitsToDouble((long) LONG.get(bytes, position));
    position += Double.BYTES;
    pointsLeft--;
    pointsSeen++;
    return true;
  }

  /// Returns the hash of the series' canonical name.
  public long hash() {
    return hash;
  }

  /// Returns the index of the metric in the array. The canonical name begins with the metric.
  public int metricOffset() {
    return metricOffset;
  }

  public int metricLength() {
    return metricLength;
  }

  /// Returns the index of the rest of the canonical name in the array, from the blank after the
  /// metric on. Consecutive series with the same tags may share the index.
  public int tagsOffset() {
    return tagsOffset;
  }

  public int tagsLength() {
    return tagsLength;
  }

  /// Returns a copy of the canonical name.
  public byte[] name() {
    byte[] name = new byte[metricLength + tagsLength];
    System.arraycopy(bytes, metricOffset, name, 0, metricLength);
    System.arraycopy(bytes, tagsOffset, name, metricLength, tagsLength);
    return name;
  }

  /// Returns the number of datapoints of the entry after the current one.
  public int pointsLeft() {
    return pointsLeft;
  }

  /// Returns the time of the datapoint in milliseconds since the epoch.
  public long timestamp() {
    return timestampMillis;
  }

  public double value() {
    return value;
  }

  private void readName() {
    int start = position;
    long number = readVarint();
    long given = number >>> 1;
    boolean shared = (number & 1) != 0;
    if (given < 1 || given > bytes.length) {
      throw corrupt(start, "a name of " + given + " bytes", "1 to " + bytes.length);
    }
    if (shared && tagsLength == 0) {
      throw corrupt(start, "the tags of the entry before", "an entry before that has tags");
    }
    need((int) given, "a name");
    metricOffset = position;
    position += (int) given;
    if (shared) {
      metricLength = (int) given;
    } else {
      tagsOffset = SeriesName.endOfMetric(bytes, metricOffset, position);
      tagsLength = position - tagsOffset;
      metricLength = tagsOffset - metricOffset;
    }
  }

  private long readVarint() {
    long result = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      need(Byte.BYTES, "a number");
      byte next = bytes[position++];
      result |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return result;
      }
    }
    throw corrupt(position, "a number of more than 10 bytes", "at most 10");
  }

  private void need(int size, String what) {
    if (bytes.length - position < size) {
      throw new TruncatedException(
          FORMAT, position, (bytes.length - position) + " bytes", size + " bytes of " + what);
    }
  }

  private static FormatException corrupt(int offset, String found, String wanted) {
    return new CorruptException(FORMAT, offset, found, wanted);
  }

  private static String hex(byte value) {
    return "0x%02x".formatted(value);
  }
}
