package goku.format.snapshot;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The ranges of inputs in the description of a snapshot. Stateless.
final class InputFields {
  private InputFields() {}

  /// Returns a number of bytes that suffices.
  static int mostBytes(List<InputRange> ranges) {
    int range = 2 * Long.BYTES + 6 * ByteWriter.MAX_VARINT_BYTES;
    return ByteWriter.MAX_VARINT_BYTES + range * ranges.size();
  }

  static void write(List<InputRange> ranges, ByteWriter out) {
    out.putVarint(ranges.size());
    for (InputRange range : ranges) {
      out.putLong(range.input().topic().getMostSignificantBits());
      out.putLong(range.input().topic().getLeastSignificantBits());
      out.putVarint(range.input().partition());
      out.putVarint(range.input().leaderEpoch() + 1L);
      out.putVarint(range.from().offset());
      out.putVarint(range.from().number());
      out.putVarint(range.to().offset());
      out.putVarint(range.to().number());
    }
  }

  static List<InputRange> read(ByteReader in) {
    int count = in.getCount(in.left(), "ranges of inputs");
    List<InputRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranges.add(range(in));
    }
    return ranges;
  }

  private static InputRange range(ByteReader in) {
    long at = in.offset();
    var topic = new UUID(in.getLong(), in.getLong());
    int partition = in.getCount(Integer.MAX_VALUE, "as the partition of an input");
    int epoch = in.getCount(Integer.MAX_VALUE, "as the epoch of an input") - 1;
    InputPosition from = position(in);
    InputPosition to = position(in);
    if (from.compareTo(to) >= 0) {
      throw ByteReader.corrupt(at, "an input from %s to %s".formatted(from, to), "a later end");
    }
    return new InputRange(new InputPartition(topic, partition, epoch), from, to);
  }

  private static InputPosition position(ByteReader in) {
    long offset = in.getVarint();
    return new InputPosition(
        offset, in.getCount(Integer.MAX_VALUE, "as the number of a datapoint"));
  }
}
