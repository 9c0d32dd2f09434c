package goku.format.batch;

import static goku.format.batch.BatchLayout.BASE_OFFSET;
import static goku.format.batch.BatchLayout.COUNT_OFFSET;
import static goku.format.batch.BatchLayout.DOUBLES;
import static goku.format.batch.BatchLayout.FIRST_VERSION;
import static goku.format.batch.BatchLayout.FLAGS_OFFSET;
import static goku.format.batch.BatchLayout.FORMAT;
import static goku.format.batch.BatchLayout.HEADER_BYTES;
import static goku.format.batch.BatchLayout.HISTOGRAMS_KIND;
import static goku.format.batch.BatchLayout.INT;
import static goku.format.batch.BatchLayout.KIND_FOLLOWS;
import static goku.format.batch.BatchLayout.LONG;
import static goku.format.batch.BatchLayout.LONGS_KIND;
import static goku.format.batch.BatchLayout.MAGIC;
import static goku.format.batch.BatchLayout.MAGIC_OFFSET;
import static goku.format.batch.BatchLayout.MAX_HISTOGRAM_BYTES;
import static goku.format.batch.BatchLayout.MAX_RUN;
import static goku.format.batch.BatchLayout.SHORT;
import static goku.format.batch.BatchLayout.VERSION;
import static goku.format.batch.BatchLayout.VERSION_OFFSET;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.model.HistogramMetric;
import goku.model.SeriesName;
import goku.model.ValueType;
import goku.model.histogram.Histograms;
import goku.model.histogram.InvalidHistogramException;
import goku.model.histogram.MixedShape;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

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
  private int version;
  private int position;
  private long count;
  private long pointsSeen;
  private long baseMillis;
  private List<InputRange> inputs = List.of();
  private int sourcesOffset;
  private int sourcesBytes;

  private long hash;
  private int metricOffset;
  private int metricLength;
  private int tagsOffset;
  private int tagsLength;
  private ValueType type = ValueType.PLAIN;
  private int pointsLeft;
  private long timestampMillis;
  private double value;

  /// A store that only checks histograms.
  private final Histograms checked = new Histograms();

  /// Opens a batch. The array must not change until the cursor has passed through it.
  public void open(byte[] batch) {
    bytes = batch;
    if (batch.length > MAGIC_OFFSET && batch[MAGIC_OFFSET] != MAGIC) {
      throw new NotOursException(
          FORMAT, MAGIC_OFFSET, hex(batch[MAGIC_OFFSET]), "magic " + hex(MAGIC));
    }
    if (batch.length > VERSION_OFFSET) {
      version = Byte.toUnsignedInt(batch[VERSION_OFFSET]);
      if (version < FIRST_VERSION || version > VERSION) {
        throw new OtherVersionException(
            FORMAT,
            VERSION_OFFSET,
            "version " + version,
            "version %d to %d".formatted(FIRST_VERSION, VERSION));
      }
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
    inputs = List.of();
    if (version > FIRST_VERSION) {
      readInputs();
    }
  }

  /// Returns the ranges of the inputs whose datapoints are in the batch. Empty for datapoints that
  /// came from no input.
  public List<InputRange> inputs() {
    return inputs;
  }

  /// Returns a cursor over the positions of the datapoints in the inputs, in the order of the
  /// datapoints.
  public SourceReader sources() {
    return new SourceReader(bytes, sourcesOffset, sourcesOffset + sourcesBytes, inputs);
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
    pointsLeft = readRun();
    boolean ofHistograms =
        HistogramMetric.isMarked(bytes, metricOffset, metricOffset + metricLength);
    if (ofHistograms != (type == ValueType.HISTOGRAMS)) {
      throw corrupt(
          position,
          type + " in a series " + (ofHistograms ? "of histograms" : "of datapoints"),
          "other values");
    }
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
    if (type == ValueType.HISTOGRAMS) {
      readHistogram();
    } else {
      need(Double.BYTES, "a value");
      value = Double.longBitsToDouble((long) LONG.get(bytes, position));
      position += Double.BYTES;
    }
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

  /// Returns the type of the values of the entry.
  public ValueType type() {
    return type;
  }

  /// Returns the value in the form of the type. A histogram is the position of its bytes, see
  /// `HistogramPosition`.
  public double value() {
    return value;
  }

  private int readRun() {
    int run = Byte.toUnsignedInt(bytes[position++]);
    type = ValueType.PLAIN;
    if (version > FIRST_VERSION) {
      if (run == KIND_FOLLOWS) {
        run = readRunOfKind();
      } else if (run > MAX_RUN) {
        run -= DOUBLES;
        type = ValueType.DOUBLES;
      }
    }
    if (run == 0) {
      throw corrupt(position - 1, "an entry without a datapoint", "at least one");
    }
    return run;
  }

  private int readRunOfKind() {
    need(2 * Byte.BYTES, "the kind and the number of datapoints");
    byte kind = bytes[position++];
    type =
        switch (kind) {
          case LONGS_KIND -> ValueType.LONGS;
          case HISTOGRAMS_KIND -> ValueType.HISTOGRAMS;
          default ->
              throw new OtherVersionException(
                  FORMAT,
                  position - 1,
                  "an entry of kind " + kind,
                  "kind %d or %d".formatted(LONGS_KIND, HISTOGRAMS_KIND));
        };
    int run = Byte.toUnsignedInt(bytes[position++]);
    if (run > MAX_RUN) {
      throw corrupt(position - 1, run + " datapoints in an entry", "at most " + MAX_RUN);
    }
    return run;
  }

  private void readHistogram() {
    int start = position;
    long length = readVarint();
    if (length < 0 || length > MAX_HISTOGRAM_BYTES) {
      throw corrupt(start, "a histogram of " + length + " bytes", "at most " + MAX_HISTOGRAM_BYTES);
    }
    need((int) length, "a histogram");
    try {
      checked.clear();
      int handle = checked.read(bytes, position, position + (int) length);
      if (checked.shape(handle) instanceof MixedShape) {
        throw corrupt(
            position, "a sum of histograms of different kinds", "a histogram of a client");
      }
    } catch (InvalidHistogramException invalid) {
      throw corrupt(position, String.valueOf(invalid.getMessage()), "a histogram");
    }
    value = HistogramPosition.word(position, (int) length);
    position += (int) length;
  }

  private void readInputs() {
    int size = readCount("inputs");
    List<InputRange> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(readInput());
    }
    inputs = all;
    sourcesBytes = size == 0 ? 0 : readCount("bytes of positions");
    sourcesOffset = position;
    position += sourcesBytes;
  }

  private InputRange readInput() {
    need(2 * Long.BYTES, "the id of a topic");
    var topic =
        new UUID((long) LONG.get(bytes, position), (long) LONG.get(bytes, position + Long.BYTES));
    position += 2 * Long.BYTES;
    var input = new InputPartition(topic, (int) readVarint(), (int) readVarint() - 1);
    var from = new InputPosition(readVarint(), (int) readVarint());
    var to = new InputPosition(from.offset() + readVarint(), (int) readVarint());
    if (from.compareTo(to) >= 0) {
      throw corrupt(position, "an input from %s to %s".formatted(from, to), "a later end");
    }
    return new InputRange(input, from, to);
  }

  /// Returns a number of things that take at least a byte each.
  private int readCount(String what) {
    int start = position;
    long number = readVarint();
    if (number < 0 || number > bytes.length - position) {
      throw corrupt(start, number + " " + what, "at most " + (bytes.length - position));
    }
    return (int) number;
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
