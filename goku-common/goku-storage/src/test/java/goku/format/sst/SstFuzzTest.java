package goku.format.sst;

import goku.codec.block.ValueDecoder;
import goku.format.FormatException;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test: all values of a bucket of a tier are read or rejected by a `FormatException`.
class SstFuzzTest {
  /// A target for values. The first byte is the type of the key. The second is the number of
  /// datapoints, for values that do not have it. The value follows.
  static final class Values implements FuzzTarget {
    private static final int HEAD_BYTES = 2;
    private static final byte POINTS = 100;

    private final double[] values = new double[256];

    @Override
    public List<byte[]> seeds() throws IOException {
      List<byte[]> seeds = new ArrayList<>();
      SstGoldenTest.golden()
          .forEach(
              (key, value) -> {
                byte[] seed = new byte[value.length + HEAD_BYTES];
                seed[0] = key[0];
                seed[1] = POINTS;
                System.arraycopy(value, 0, seed, HEAD_BYTES, value.length);
                seeds.add(seed);
              });
      return seeds;
    }

    @Override
    public boolean isRefusal(Exception thrown) {
      return thrown instanceof FormatException;
    }

    @Override
    public void take(byte[] input) {
      if (input.length < HEAD_BYTES) {
        return;
      }
      byte[] value = Arrays.copyOfRange(input, HEAD_BYTES, input.length);
      switch (input[0]) {
        case 1 -> MetricEntry.parse(value);
        case 2 -> PairEntry.parse(value);
        case 3 -> Ids.decode(value);
        case 4 -> KeyPostings.parse(value);
        case 5 -> names(value);
        case 6 -> column(value);
        case 7 -> data(value, input[1] & 0xff);
        case 8 -> BucketMarker.parse(value);
        default -> KeyEntry.parse(value);
      }
    }

    private static void names(byte[] value) {
      var names = new NamesDecoder(value);
      while (names.next()) {
        names.check();
      }
    }

    private static void column(byte[] value) {
      MemorySegment segment = readable(value);
      long[] times = new long[ColumnValue.points(segment, value.length)];
      ColumnValue.decode(segment, times.length, 0, times, 0);
    }

    private void data(byte[] value, int points) {
      MemorySegment segment = readable(value);
      int column = DataValue.column(segment, value.length);
      DataValue.decode(segment, value.length, column, points, values, 0);
    }

    private static MemorySegment readable(byte[] value) {
      return MemorySegment.ofArray(
          Arrays.copyOf(value, value.length + ValueDecoder.READ_AHEAD_BYTES));
    }
  }

  @Test
  void values() throws Exception {
    Fuzz.run(Values.class);
  }
}
