package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.KIND_BITS;
import static goku.format.snapshot.SnapshotLayout.LEADING_SHIFT;
import static goku.format.snapshot.SnapshotLayout.NO_WINDOW;
import static goku.format.snapshot.SnapshotLayout.STREAM;
import static goku.format.snapshot.SnapshotLayout.VALUE_SHIFT;
import static goku.format.snapshot.SnapshotLayout.WINDOW_MASK;

import goku.codec.StreamImage;

/// The record of one stream in a snapshot. Stateless.
final class StreamRecord {
  /// The largest size without words.
  private static final int MAX_STATE_BYTES = 1 + 5 * ByteWriter.MAX_VARINT_BYTES + 2 + Long.BYTES;

  /// The largest number of bits of a stream, whose length is published in 32 bits.
  private static final long MAX_BITS = 0xFFFF_FFFFL;

  private StreamRecord() {}

  static void write(ByteWriter out, long seriesStep, long startMillis, StreamImage image) {
    int words = image.finishedWords();
    out.reserve(MAX_STATE_BYTES + (words + 1L) * Long.BYTES);
    out.put(STREAM | image.flags() << KIND_BITS);
    out.putZigzag(seriesStep);
    out.putVarint(image.count());
    out.putVarint(image.bits());
    out.putZigzag(image.timestamp() - start(image.flags(), startMillis));
    out.putZigzag(image.delta());
    int zeroBytes = Long.numberOfTrailingZeros(image.value()) >>> 3;
    int valueBytes = Long.BYTES - zeroBytes;
    int leading = image.leading() == StreamImage.NO_WINDOW ? NO_WINDOW : image.leading();
    int window = (leading << LEADING_SHIFT) | image.trailing();
    out.putLow(valueBytes << VALUE_SHIFT | window, Short.BYTES);
    putHigh(out, image.value(), valueBytes);
    for (int i = 0; i < words; i++) {
      out.putLong(image.words()[i]);
    }
    putHigh(out, image.words()[words], unfinishedBytes(image.bits()));
  }

  /// Reads the part after the step of the series.
  static void read(ByteReader in, int flags, long startMillis, StreamImage image) {
    long at = in.offset();
    if ((flags & ~StreamImage.FLAGS) != 0) {
      throw ByteReader.corrupt(at, "flags " + flags + " of a stream", "0 to " + StreamImage.FLAGS);
    }
    int count = in.getCount(Integer.MAX_VALUE, "datapoints");
    long bits = in.getVarint();
    if (bits < 0 || bits > MAX_BITS || count < 1 || bits / StreamImage.MIN_POINT_BITS < count) {
      throw ByteReader.corrupt(
          at,
          "%d datapoints in %d bits".formatted(count, bits),
          StreamImage.MIN_POINT_BITS + " bits or more for each");
    }
    long timestamp = in.getZigzag();
    long delta = in.getZigzag();
    int state = (int) in.getLow(Short.BYTES);
    int leading = state >>> LEADING_SHIFT & WINDOW_MASK;
    int trailing = state & WINDOW_MASK;
    int valueBytes = state >>> VALUE_SHIFT;
    if (leading > NO_WINDOW || leading + trailing > 63 || valueBytes > Long.BYTES) {
      throw ByteReader.corrupt(at, "window and value %04x".formatted(state), "valid ones");
    }
    long value = getHigh(in, valueBytes);
    // checked before room for the words is allocated
    if (in.left() < (bits + 7) / 8) {
      throw ByteReader.corrupt(in.offset(), in.left() + " bytes", bits + " bits");
    }
    long[] words = image.begin(count, bits);
    int finished = image.finishedWords();
    in.getLongs(words, finished);
    words[finished] = getHigh(in, unfinishedBytes(bits));
    image.setState(
        flags,
        timestamp + start(flags, startMillis),
        delta,
        value,
        leading == NO_WINDOW ? StreamImage.NO_WINDOW : leading,
        trailing);
  }

  /// Returns the start of the bucket in the time unit of the stream.
  private static long start(int flags, long startMillis) {
    return StreamImage.isInMilliseconds(flags) ? startMillis : startMillis / 1000;
  }

  private static int unfinishedBytes(long bits) {
    return (((int) bits & 63) + 7) >>> 3;
  }

  private static void putHigh(ByteWriter out, long value, int count) {
    if (count > 0) {
      out.putLow(value >>> (Long.SIZE - (count << 3)), count);
    }
  }

  private static long getHigh(ByteReader in, int count) {
    return count == 0 ? 0 : in.getLow(count) << (Long.SIZE - (count << 3));
  }
}
