package goku.benchmark.index;

import goku.memory.Purpose;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A report of the memory of a shard's index per series, by purpose as counted and as measured for
/// the process, and of the speed of adding and finding series.
///
/// Arguments: the number of series (default 1,000,000; 0 for a table of several), the number of
/// tags (11), the order of series (`agents`, one pod after the other, or `shuffled`), the series
/// per pod (500), and a directory of label sets (default: built-in shapes).
public final class IndexMemory {
  private static final int[] SERIES = {100_000, 1_000_000, 4_000_000};
  private static final int[] TAGS = {4, 8, 11, 16};

  /// The series of an index that is filled first, so that compiled code is timed.
  private static final int WARM_UP = 300_000;

  private IndexMemory() {}

  public static void main(String[] args) throws IOException {
    int series = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int tags = args.length > 1 ? Integer.parseInt(args[1]) : 11;
    boolean shuffled = args.length > 2 && args[2].equals("shuffled");
    int seriesAPod = args.length > 3 ? Integer.parseInt(args[3]) : 500;
    NameShapes shapes = args.length > 4 ? NameShapes.read(Path.of(args[4])) : NameShapes.builtIn();
    try (var first =
        new MeasuredIndex(new NameGenerator(shapes, tags, seriesAPod), WARM_UP, shuffled)) {
      first.run();
    }
    System.out.println(
        "series     tags name  >16  terms |  names series  index    sum | heap   slabs   sum |"
            + "     add/s    find/s | load again, ns");
    if (series > 0) {
      print(new MeasuredIndex(new NameGenerator(shapes, tags, seriesAPod), series, shuffled), tags);
      return;
    }
    for (int count : SERIES) {
      for (int n : TAGS) {
        print(new MeasuredIndex(new NameGenerator(shapes, n, seriesAPod), count, shuffled), n);
      }
    }
  }

  private static void print(MeasuredIndex measured, int tags) {
    MeasuredIndex.Result result = measured.run();
    double series = result.series();
    double counted = 0;
    var line = new StringBuilder();
    line.append(
        "%-10d %4d %4.0f %3.0f%% %6d |"
            .formatted(
                result.series(),
                tags,
                result.nameBytes() / series,
                100.0 * result.longComponentBytes() / result.nameBytes(),
                result.terms()));
    for (Purpose purpose : List.of(Purpose.NAMES, Purpose.SERIES, Purpose.INDEX)) {
      double bytes = result.use().bytes(purpose) / series;
      counted += bytes;
      line.append(" %6.1f".formatted(bytes));
    }
    line.append(
        " %6.1f | %5.1f %5.1f %6.1f | %,9.0f %,9.0f | %4.0f %4.0f"
            .formatted(
                counted,
                result.heapBytes() / series,
                result.slabBytes() / series,
                (result.heapBytes() + result.slabBytes()) / series,
                series / result.addSeconds(),
                series / result.findSeconds(),
                result.loadNanos(),
                result.reloadNanos()));
    System.out.println(line);
    measured.close();
  }
}
