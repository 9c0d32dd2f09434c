package goku.format.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The inputs of a batch that is being written, and the position of each of its datapoints in them.
/// Owned by one thread.
final class InputSection {
  static final int NEW_RECORD = 1;
  static final int OTHER_INPUT = 2;
  static final int RECORD_BITS = 2;

  /// The largest size of one position: number, input and offset.
  static final int MAX_SOURCE_BYTES = 5 + 5 + BatchLayout.MAX_VARINT_BYTES;

  /// The largest size of an input without the topic id: partition, epoch, and two positions.
  static final int MAX_INPUT_BYTES =
      2 * Long.BYTES + 2 * 5 + 2 * (BatchLayout.MAX_VARINT_BYTES + 5);

  private final List<InputPartition> inputs = new ArrayList<>();
  private final List<InputPosition> from = new ArrayList<>();
  private long[] offsets = new long[8];
  private int[] numbers = new int[8];
  private byte[] sources = new byte[256];
  private int size;

  /// The input of the last position; -1 for none.
  private int last = -1;

  int add(InputPartition input, InputPosition first) {
    int index = inputs.size();
    if (index == offsets.length) {
      offsets = Arrays.copyOf(offsets, index * 2);
      numbers = Arrays.copyOf(numbers, index * 2);
    }
    inputs.add(input);
    from.add(first);
    offsets[index] = first.offset();
    numbers[index] = first.number() - 1;
    return index;
  }

  /// Adds the position of the next datapoint, which is after the last one of its input.
  void source(int input, long offset, int number) {
    if (sources.length - size < MAX_SOURCE_BYTES) {
      sources = Arrays.copyOf(sources, sources.length * 2);
    }
    if (input == last && offset == offsets[input]) {
      size = Varints.put(sources, size, (number - numbers[input] - 1L) << 1);
    } else {
      int other = input == last ? 0 : OTHER_INPUT;
      size = Varints.put(sources, size, (long) number << RECORD_BITS | other | NEW_RECORD);
      if (other != 0) {
        size = Varints.put(sources, size, input);
      }
      size = Varints.put(sources, size, offset - offsets[input]);
      last = input;
      offsets[input] = offset;
    }
    numbers[input] = number;
  }

  /// Returns the range of each input up to its last datapoint, in the order in which the inputs
  /// were added.
  List<InputRange> ranges() {
    List<InputRange> all = new ArrayList<>(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      var to = new InputPosition(offsets[i], numbers[i] + 1);
      all.add(new InputRange(inputs.get(i), from.get(i), to));
    }
    return all;
  }

  /// Returns a number of bytes that suffices.
  int mostBytes() {
    return inputs.isEmpty()
        ? 1
        : 2 * BatchLayout.MAX_VARINT_BYTES + inputs.size() * MAX_INPUT_BYTES + size;
  }

  /// Writes the section and returns the index after it.
  int write(byte[] into, int at) {
    int position = Varints.put(into, at, inputs.size());
    if (inputs.isEmpty()) {
      return position;
    }
    for (InputRange range : ranges()) {
      position = write(range, into, position);
    }
    position = Varints.put(into, position, size);
    System.arraycopy(sources, 0, into, position, size);
    return position + size;
  }

  private static int write(InputRange range, byte[] into, int at) {
    InputPartition input = range.input();
    BatchLayout.LONG.set(into, at, input.topic().getMostSignificantBits());
    BatchLayout.LONG.set(into, at + Long.BYTES, input.topic().getLeastSignificantBits());
    int position = Varints.put(into, at + 2 * Long.BYTES, input.partition());
    position = Varints.put(into, position, input.leaderEpoch() + 1L);
    position = Varints.put(into, position, range.from().offset());
    position = Varints.put(into, position, range.from().number());
    position = Varints.put(into, position, range.to().offset() - range.from().offset());
    return Varints.put(into, position, range.to().number());
  }

  void clear() {
    inputs.clear();
    from.clear();
    size = 0;
    last = -1;
  }
}
