package goku.compactor.merge;

import goku.compactor.fixture.NaiveRollups;
import goku.compactor.fixture.TestSeries;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A merge in the simplest way.
final class MergeModel {
  private MergeModel() {}

  /// Returns the result of a merge of the raw datapoints, by name.
  static Map<String, TestSeries> of(
      List<Map<String, TestSeries>> inputs, boolean raw, long intervalMillis) {
    Map<String, SortedMap<Long, Double>> all = new TreeMap<>();
    for (Map<String, TestSeries> input : inputs) {
      input.forEach(
          (name, series) -> all.computeIfAbsent(name, _ -> new TreeMap<>()).putAll(series.raw()));
    }
    Map<String, TestSeries> model = new TreeMap<>();
    all.forEach(
        (name, points) -> {
          var series =
              new TestSeries(
                  points,
                  intervalMillis == 0 ? new TreeMap<>() : NaiveRollups.of(points, intervalMillis));
          if (raw || !series.rollups().isEmpty()) {
            model.put(name, series);
          }
        });
    return raw ? model : withoutRaw(model);
  }

  static Map<String, TestSeries> withoutRaw(Map<String, TestSeries> all) {
    all.replaceAll((_, series) -> TestSeries.ofRollups(series.rollups()));
    return all;
  }

  /// Returns the rollups as text, without their sums, which may be rounded differently.
  static Map<String, List<String>> withoutSums(Map<String, TestSeries> all) {
    Map<String, List<String>> rest = new TreeMap<>();
    all.forEach(
        (name, series) ->
            rest.put(
                name,
                series.rollups().entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue().subList(1, 4))
                    .toList()));
    return rest;
  }
}
