package goku.benchmark.codec;

import goku.codec.GorillaSize;
import goku.codec.block.BlockKind;
import goku.codec.block.TimestampEncoder;
import goku.codec.block.ValueDecoder;
import goku.codec.block.ValueEncoder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A report of bytes per datapoint, values and timestamps, of Gorilla streams and the block codec,
/// for each data set and block length, and of the frequency of each encoding.
///
/// The argument is a directory with `nab/<folder>/*.csv` and `hostcapture/*.tsv.gz`.
public final class SizeReport implements AutoCloseable {
  private static final int[] LENGTHS = {24, 120, 1440, Integer.MAX_VALUE};
  private static final int KINDS_SHOWN = 8;

  private final GorillaSize gorilla = new GorillaSize();
  private final ValueEncoder valueEncoder = new ValueEncoder();
  private final TimestampEncoder timestampEncoder = new TimestampEncoder();
  private final Map<String, Integer> kinds = new TreeMap<>();
  private byte[] bytes = {};
  private double[] decoded = {};
  private long[] scratch = {};

  private SizeReport() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("SizeReport <directory of the data sets>");
    }
    List<DataSet> sets = DataSet.readAll(Path.of(args[0]));
    try (var report = new SizeReport()) {
      report.print(sets);
    }
  }

  private void print(List<DataSet> sets) {
    System.out.println("| data | points | block | Gorilla | block codec | values | timestamps |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (DataSet set : sets) {
      for (int length : LENGTHS) {
        printRow(set, length);
      }
    }
    System.out.println();
    System.out.println("| data | encodings of blocks of 120, in percent |");
    System.out.println("| --- | --- |");
    for (DataSet set : sets) {
      kinds.clear();
      set.series().forEach(series -> measure(series, 120, true));
      System.out.printf("| %s | %s |%n", set.name(), kinds());
    }
  }

  private void printRow(DataSet set, int length) {
    double gorillaBytes = 0;
    double valueBytes = 0;
    double timestampBytes = 0;
    for (int i = 0; i < set.series().size(); i++) {
      var sizes = measure(set.series().get(i), length, i == 0 || !set.shared());
      gorillaBytes += sizes.gorilla;
      valueBytes += sizes.values;
      timestampBytes += sizes.timestamps;
    }
    double points = set.points();
    System.out.printf(
        "| %s | %d | %s | %.2f | %.2f | %.2f | %.2f |%n",
        set.name(),
        set.points(),
        length == Integer.MAX_VALUE ? "whole" : String.valueOf(length),
        gorillaBytes / points,
        (valueBytes + timestampBytes) / points,
        valueBytes / points,
        timestampBytes / points);
  }

  private record Sizes(double gorilla, long values, long timestamps) {}

  private Sizes measure(DataSet.Series series, int length, boolean timestamps) {
    int count = series.values.length;
    ensureRoom(count);
    double gorillaBytes = 0;
    long valueBytes = 0;
    long timestampBytes = 0;
    for (int from = 0; from < count; from += Math.min(length, count)) {
      int to = from + Math.min(length, count - from);
      long origin = series.timestamps[from] / 1000 * 1000;
      gorillaBytes +=
          Math.ceilDiv(gorilla.bits(series.timestamps, series.values, from, to, origin), 8);
      valueBytes += encodeValues(series.values, from, to);
      if (timestamps) {
        System.arraycopy(series.timestamps, from, scratch, 0, to - from);
        timestampBytes += timestampEncoder.encode(scratch, to - from, origin, bytes, 0);
      }
    }
    return new Sizes(gorillaBytes, valueBytes, timestampBytes);
  }

  private void ensureRoom(int count) {
    if (decoded.length < count) {
      decoded = new double[count];
      scratch = new long[count];
      bytes = new byte[ValueEncoder.maxBytes(count) + ValueDecoder.READ_AHEAD_BYTES];
    }
  }

  /// Fails when not every bit comes back.
  private int encodeValues(double[] values, int from, int to) {
    int n = to - from;
    var part = new double[n];
    System.arraycopy(values, from, part, 0, n);
    int size = valueEncoder.encode(part, n, bytes, 0);
    kinds.merge(BlockKind.of(bytes, 0), 1, Integer::sum);
    ValueDecoder.decode(MemorySegment.ofArray(bytes), 0, n, decoded, 0);
    for (int i = 0; i < n; i++) {
      if (Double.doubleToRawLongBits(part[i]) != Double.doubleToRawLongBits(decoded[i])) {
        throw new IllegalStateException(
            "value %d of %d: %s became %s".formatted(i, n, part[i], decoded[i]));
      }
    }
    return size;
  }

  private String kinds() {
    int all = kinds.values().stream().mapToInt(Integer::intValue).sum();
    return String.join(
        ", ",
        kinds.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(KINDS_SHOWN)
            .map(e -> "%s %.0f".formatted(e.getKey(), 100.0 * e.getValue() / all))
            .toList());
  }

  @Override
  public void close() {
    gorilla.close();
  }
}
