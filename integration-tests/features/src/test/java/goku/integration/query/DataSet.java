package goku.integration.query;

import goku.integration.reference.StoredSeries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Datapoints in the order in which they are written.
///
/// @param splitMillis where arrangements with two namespaces go on in the second
record DataSet(List<Write> writes, long splitMillis) {
  DataSet {
    writes = List.copyOf(writes);
  }

  /// "Of two writes to a timestamp the last one counts".
  List<StoredSeries> stored() {
    Map<String, Write> names = new LinkedHashMap<>();
    Map<String, TreeMap<Long, Double>> points = new LinkedHashMap<>();
    for (Write write : writes) {
      names.putIfAbsent(write.series(), write);
      points
          .computeIfAbsent(write.series(), name -> new TreeMap<>())
          .put(write.timestampMillis(), write.value());
    }
    List<StoredSeries> stored = new ArrayList<>();
    points.forEach(
        (name, values) -> {
          Write first = Objects.requireNonNull(names.get(name));
          stored.add(new StoredSeries(first.metric(), first.tags(), values));
        });
    return stored;
  }

  List<String> names() {
    return List.copyOf(new TreeSet<>(writes.stream().map(Write::series).toList()));
  }

  DataSet only(Predicate<Write> kept) {
    return new DataSet(writes.stream().filter(kept).toList(), splitMillis);
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    text.append("split at ").append(splitMillis);
    for (StoredSeries series : stored()) {
      text.append('\n').append(series.metric()).append(series.tags());
      series
          .points()
          .forEach((time, value) -> text.append(' ').append(time).append('=').append(value));
    }
    return text.toString();
  }
}
