package goku.compactor.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.fixture.TestSeries;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SeriesSink;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A sink that records its input and checks the required order.
final class RecordingSink implements SeriesSink {
  private final List<String> terms = new ArrayList<>();
  private final Map<String, TestSeries> series = new LinkedHashMap<>();
  private byte[] lastTerm = {};
  private int metrics;
  private int[] lastName = {};

  List<String> terms() {
    return terms;
  }

  Map<String, TestSeries> series() {
    return series;
  }

  @Override
  public void metric(byte[] utf8) {
    require(metrics == terms.size(), "a metric after a pair");
    addTerm(utf8, metrics);
    metrics++;
  }

  @Override
  public void pair(byte[] utf8) {
    addTerm(utf8, terms.size() - metrics);
  }

  @Override
  public void add(
      long hash, int[] numbers, int termCount, PointBuffer points, RollupBuffer rollups) {
    require(Arrays.compare(lastName, 0, lastName.length, numbers, 0, termCount) < 0, "no order");
    lastName = Arrays.copyOf(numbers, termCount);
    var words = Arrays.stream(lastName).mapToObj(terms::get).toList();
    require(lastName[0] < metrics, "no metric");
    String name = String.join(" ", words);
    require(hash == SeriesName.ofCanonical(name.getBytes(UTF_8)).hash(), "not the hash of " + name);
    requireAscending(points.timestamps(), points.size());
    requireAscending(rollups.times(), rollups.size());
    series.put(name, TestSeries.of(points, rollups));
  }

  private void addTerm(byte[] utf8, int before) {
    require(series.isEmpty(), "a term behind a series");
    require(before == 0 || Arrays.compareUnsigned(lastTerm, utf8) < 0, "terms do not ascend");
    terms.add(new String(utf8, UTF_8));
    lastTerm = utf8;
  }

  private static void requireAscending(long[] times, int size) {
    for (int i = 1; i < size; i++) {
      require(times[i - 1] < times[i], "times do not ascend");
    }
  }

  private static void require(boolean is, String message) {
    if (!is) {
      throw new AssertionError(message);
    }
  }
}
