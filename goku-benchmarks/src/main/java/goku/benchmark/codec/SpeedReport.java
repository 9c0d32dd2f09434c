package goku.benchmark.codec;

import goku.codec.block.ValueDecoder;
import goku.codec.block.ValueEncoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A report of the CPU time of encoding and decoding the values of each data set in blocks. It is
/// the minimum of some rounds in which the data sets alternate. One thread on a busy machine then
/// comes near to the result of a quiet one, and the code is not compiled for a single data set.
///
/// The arguments are a directory as for `SizeReport` and the length of a block.
public final class SpeedReport {
  private static final int ROUNDS = 60;
  private static final int MAX_BLOCKS = 3000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ValueEncoder encoder = new ValueEncoder();
  private final String name;
  private final int length;
  private final double[][] blocks;
  private final int[] offsets;
  private final MemorySegment encoded;
  private final byte[] bytes;
  private final double[] decoded;
  private double encodeNanos = Double.MAX_VALUE;
  private double decodeNanos = Double.MAX_VALUE;

  private SpeedReport(DataSet set, int length, Arena arena) {
    name = set.name();
    this.length = length;
    blocks = cut(set, length);
    offsets = new int[blocks.length];
    bytes = new byte[ValueEncoder.maxBytes(length)];
    decoded = new double[length];
    var all = new byte[(blocks.length + 1) * bytes.length];
    int end = 0;
    for (int i = 0; i < blocks.length; i++) {
      offsets[i] = end;
      end = encoder.encode(blocks[i], length, all, end);
    }
    encoded = arena.allocate(end + ValueDecoder.READ_AHEAD_BYTES);
    MemorySegment.copy(MemorySegment.ofArray(all), 0, encoded, 0, end);
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("SpeedReport <directory of the data sets> <block length>");
    }
    int length = Integer.parseInt(args[1]);
    try (var arena = Arena.ofShared()) {
      List<SpeedReport> reports = new ArrayList<>();
      for (DataSet set : DataSet.readAll(Path.of(args[0]))) {
        reports.add(new SpeedReport(set, length, arena));
      }
      for (int round = 0; round < ROUNDS; round++) {
        reports.forEach(SpeedReport::run);
      }
      System.out.println("| data | block | encode ns/value | decode ns/value | decode ns/block |");
      System.out.println("| --- | ---: | ---: | ---: | ---: |");
      reports.forEach(SpeedReport::print);
    }
  }

  private static double[][] cut(DataSet set, int length) {
    List<double[]> blocks = new ArrayList<>();
    for (DataSet.Series series : set.series()) {
      double[] values = series.values;
      for (int from = 0; from + length <= values.length; from += length) {
        blocks.add(Arrays.copyOfRange(values, from, from + length));
      }
    }
    return blocks.stream().limit(MAX_BLOCKS).toArray(double[][]::new);
  }

  private void run() {
    long start = THREADS.getCurrentThreadCpuTime();
    for (double[] block : blocks) {
      encoder.encode(block, length, bytes, 0);
    }
    long middle = THREADS.getCurrentThreadCpuTime();
    for (int offset : offsets) {
      ValueDecoder.decode(encoded, offset, length, decoded, 0);
    }
    long end = THREADS.getCurrentThreadCpuTime();
    double values = (double) blocks.length * length;
    encodeNanos = Math.min(encodeNanos, (middle - start) / values);
    decodeNanos = Math.min(decodeNanos, (end - middle) / values);
  }

  private void print() {
    System.out.printf(
        "| %s | %d | %.1f | %.2f | %.0f |%n",
        name, length, encodeNanos, decodeNanos, decodeNanos * length);
  }
}
