package goku.format.batch;

import static goku.format.batch.BatchLayout.BASE_OFFSET;
import static goku.format.batch.BatchLayout.COUNT_OFFSET;
import static goku.format.batch.BatchLayout.DOUBLES;
import static goku.format.batch.BatchLayout.FIRST_VERSION;
import static goku.format.batch.BatchLayout.HEADER_BYTES;
import static goku.format.batch.BatchLayout.HISTOGRAMS_KIND;
import static goku.format.batch.BatchLayout.INPUT_LEVEL;
import static goku.format.batch.BatchLayout.INT;
import static goku.format.batch.BatchLayout.KIND_FOLLOWS;
import static goku.format.batch.BatchLayout.LONG;
import static goku.format.batch.BatchLayout.LONGS_KIND;
import static goku.format.batch.BatchLayout.MAGIC;
import static goku.format.batch.BatchLayout.MAGIC_OFFSET;
import static goku.format.batch.BatchLayout.MAX_ENTRY_OVERHEAD;
import static goku.format.batch.BatchLayout.MAX_FIRST_RUN;
import static goku.format.batch.BatchLayout.MAX_HISTOGRAM_BYTES;
import static goku.format.batch.BatchLayout.MAX_RUN;
import static goku.format.batch.BatchLayout.TYPE_LEVEL;
import static goku.format.batch.BatchLayout.VERSION;
import static goku.format.batch.BatchLayout.VERSION_OFFSET;

import goku.model.FormatLevel;
import goku.model.SeriesName;
import goku.model.ValueType;
import java.util.Arrays;
import java.util.List;

/// A writer of batches into an array that grows and is reused after `clear`. It allocates nothing
/// per datapoint. Owned by one thread.
///
/// A batch from Kafka states the position of each datapoint in its input: `source` precedes each
/// `add`. The version before the level of inputs omits them.
public final class BatchWriter {
  private static final byte[] NO_TAGS = {};

  private final FormatLevel formats;
  private final InputSection inputs = new InputSection();
  private byte version;
  private int maxRun;
  private boolean statesTypes;
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

  /// The byte that states the kind of the run's values; 0 for doubles.
  private int runKind;

  private long previousMillis;

  /// Creates a writer of the newest version.
  public BatchWriter() {
    this(FormatLevel.newest());
  }

  /// @param formats the format level in force, which is asked once per batch
  public BatchWriter(FormatLevel formats) {
    this.formats = formats;
    chooseVersion();
  }

  /// Adds an input and returns its number in the batch.
  ///
  /// @param from the begin of the range whose datapoints are in the batch: the end of the sender's
  ///   last batch to this shard, or the begin of the sender's reading
  public int input(InputPartition input, InputPosition from) {
    return inputs.add(input, from);
  }

  /// States the position of the next datapoint, which is after the last one of its input.
  ///
  /// @param input the number of the input in the batch
  /// @param number the number of the datapoint in the record
  public void source(int input, long offset, int number) {
    inputs.source(input, offset, number);
  }

  /// Returns the ranges of the inputs, by their numbers in the batch.
  public List<InputRange> inputs() {
    return inputs.ranges();
  }

  /// Adds a datapoint with a plain value.
  public void add(SeriesName name, long timestampMillis, double value) {
    add(name, timestampMillis, value, ValueType.PLAIN);
  }

  /// Adds a datapoint.
  ///
  /// @param word the value in the form of its type
  public void add(SeriesName name, long timestampMillis, double word, ValueType type) {
    add(
        name.hash(),
        name.bytes(),
        name.metricLength(),
        name.tagBytes(),
        timestampMillis,
        word,
        type);
  }

  /// Adds a datapoint, other than a histogram, of a series whose hash is known. Before the level of
  /// types, its value becomes a plain one. If consecutive datapoints pass the same `tags` array,
  /// comparing the tags is fast.
  ///
  /// @param metric array that begins with the metric, which is copied
  /// @param tags the canonical name after the metric; must not change before the batch is finished
  /// @param word the value in the form of its type
  public void add(
      long hash,
      byte[] metric,
      int metricLength,
      byte[] tags,
      long timestampMillis,
      double word,
      ValueType type) {
    if (type == ValueType.HISTOGRAMS) {
      throw new IllegalArgumentException("a histogram has bytes; call addHistogram");
    }
    int kind = type == ValueType.LONGS && statesTypes ? LONGS_KIND : 0;
    begin(hash, metric, metricLength, tags, timestampMillis, kind);
    if (type == ValueType.DOUBLES && statesTypes) {
      bytes[runOffset] |= (byte) DOUBLES;
    }
    double value = statesTypes ? word : type.value(word);
    LONG.set(bytes, position, Double.doubleToRawLongBits(value));
    position += Double.BYTES;
  }

  /// Adds a histogram of a series whose hash is known. The format level must permit histograms.
  ///
  /// @param metric array that begins with the metric, which has the mark of histograms
  /// @param tags as for `add`
  /// @param histogram bytes of a histogram, see `goku.model.histogram.Histograms`
  /// @throws IllegalArgumentException if the histogram is too large
  public void addHistogram(
      long hash,
      byte[] metric,
      int metricLength,
      byte[] tags,
      long timestampMillis,
      byte[] histogram) {
    if (histogram.length > MAX_HISTOGRAM_BYTES) {
      throw new IllegalArgumentException(
          "histogram of %d bytes: must be at most %d"
              .formatted(histogram.length, MAX_HISTOGRAM_BYTES));
    }
    begin(hash, metric, metricLength, tags, timestampMillis, HISTOGRAMS_KIND);
    ensureRoom(MAX_ENTRY_OVERHEAD + histogram.length);
    writeVarint(histogram.length);
    append(histogram, histogram.length);
  }

  /// Begins a datapoint with its time, in the current entry or in a new one.
  private void begin(
      long hash, byte[] metric, int metricLength, byte[] tags, long timestampMillis, int kind) {
    ensureRoom(MAX_ENTRY_OVERHEAD + metricLength + tags.length);
    if (count == 0) {
      baseMillis = timestampMillis;
    }
    if (kind != runKind || !continuesRun(hash, metric, metricLength, tags)) {
      startEntry(hash, metric, metricLength, tags, kind);
    }
    writeVarint(zigzag(timestampMillis - previousMillis));
    previousMillis = timestampMillis;
    bytes[runOffset]++;
    count++;
  }

  /// Returns whether the batch states the inputs of its datapoints, as the format level permits.
  public boolean statesInputs() {
    return version != FIRST_VERSION;
  }

  /// Returns the number of datapoints in the batch.
  public int count() {
    return count;
  }

  /// Returns a number of bytes that suffices for the batch so far.
  public int size() {
    return version == FIRST_VERSION ? position : position + inputs.mostBytes();
  }

  /// Returns the largest number of bytes that one more datapoint with a name of this length takes.
  public static int maxBytes(int nameLength) {
    return nameLength
        + MAX_ENTRY_OVERHEAD
        + InputSection.MAX_INPUT_BYTES
        + InputSection.MAX_SOURCE_BYTES;
  }

  /// Returns the largest number of bytes that one more histogram takes.
  public static int maxBytes(int nameLength, byte[] histogram) {
    return maxBytes(nameLength) + histogram.length;
  }

  /// Returns a copy of the finished message.
  public byte[] toBytes() {
    bytes[MAGIC_OFFSET] = MAGIC;
    bytes[VERSION_OFFSET] = version;
    INT.set(bytes, COUNT_OFFSET, count);
    LONG.set(bytes, BASE_OFFSET, baseMillis);
    return version == FIRST_VERSION ? Arrays.copyOf(bytes, position) : withInputs();
  }

  private byte[] withInputs() {
    byte[] section = new byte[inputs.mostBytes()];
    int size = inputs.write(section, 0);
    byte[] batch = new byte[position + size];
    System.arraycopy(bytes, 0, batch, 0, HEADER_BYTES);
    System.arraycopy(section, 0, batch, HEADER_BYTES, size);
    System.arraycopy(bytes, HEADER_BYTES, batch, HEADER_BYTES + size, position - HEADER_BYTES);
    return batch;
  }

  /// Starts the next batch.
  public void clear() {
    position = HEADER_BYTES;
    count = 0;
    baseMillis = 0;
    metricLength = 0;
    tags = NO_TAGS;
    inputs.clear();
    chooseVersion();
  }

  private void chooseVersion() {
    boolean first = formats.level() < INPUT_LEVEL;
    version = first ? FIRST_VERSION : VERSION;
    statesTypes = formats.level() >= TYPE_LEVEL;
    maxRun = first ? MAX_FIRST_RUN : MAX_RUN;
  }

  private boolean continuesRun(long hash, byte[] metric, int length, byte[] tags) {
    return hash == this.hash
        && count > 0
        && length == metricLength
        && (Byte.toUnsignedInt(bytes[runOffset]) & maxRun) < maxRun
        && Arrays.equals(bytes, metricOffset, metricOffset + length, metric, 0, length)
        && Arrays.equals(tags, this.tags);
  }

  private void startEntry(long hash, byte[] metric, int length, byte[] tags, int kind) {
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
    if (kind != 0) {
      bytes[position++] = KIND_FOLLOWS;
      bytes[position++] = (byte) kind;
    }
    runKind = kind;
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
    position = Varints.put(bytes, position, value);
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
