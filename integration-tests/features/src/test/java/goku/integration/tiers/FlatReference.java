package goku.integration.tiers;

import goku.integration.reference.Answer;
import goku.integration.reference.AnsweredSeries;
import goku.integration.reference.Downsampling;
import goku.integration.reference.Reference;
import goku.integration.reference.Request;
import goku.integration.reference.StoredSeries;
import goku.integration.reference.SubQuery;
import goku.model.Disk;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/// A reference that answers queries over a list of series as of a moment: from raw datapoints where
/// they are kept, and from rollups elsewhere. Without buckets, tiers and shards.
final class FlatReference {
  private final List<StoredSeries> all;
  private final Retention retention;
  private final Map<RolledUp, List<StoredSeries>> visible = new EnumMap<>(RolledUp.class);

  /// @param all with all datapoints up to `now`; later ones do not exist yet
  FlatReference(List<StoredSeries> all, Disk disk, Instant now) {
    this.all = List.copyOf(all);
    retention = new Retention(disk, now);
  }

  /// Timestamps are in milliseconds.
  Answer answer(Request request) {
    List<AnsweredSeries> series = new ArrayList<>();
    for (SubQuery query : request.queries()) {
      Downsampling downsampling = query.downsampling();
      RolledUp form = RolledUp.by(downsampling == null ? null : downsampling.function());
      var one = new Request(request.startMillis(), request.endMillis(), List.of(query));
      Answer answer = new Reference(visible(form)).answer(one);
      if (answer.status() != 200) {
        return answer;
      }
      series.addAll(answer.series());
    }
    return new Answer(200, series);
  }

  /// Returns the visible part of each series that has one.
  ///
  /// @param form the values read of rollups
  List<StoredSeries> visible(RolledUp form) {
    return visible.computeIfAbsent(
        form,
        any ->
            all.stream()
                .map(series -> visible(series, form))
                .filter(series -> !series.points().isEmpty())
                .toList());
  }

  private StoredSeries visible(StoredSeries series, RolledUp form) {
    NavigableMap<Long, Double> points = new TreeMap<>();
    Map<Long, Double> weights = new TreeMap<>();
    long until = retention.rawFrom();
    points.putAll(series.points().subMap(until, true, retention.now().toEpochMilli(), true));
    for (int n = 0; n < retention.rollups().size(); n++) {
      long from = retention.rollupFrom(n);
      if (from < until) {
        NavigableMap<Long, List<Double>> intervals =
            intervals(series.points().subMap(from, true, until, false), retention.interval(n));
        intervals.forEach(
            (start, values) -> {
              points.put(start, form.value(values));
              if (form.isWeighted()) {
                weights.put(start, (double) values.size());
              }
            });
        until = from;
      }
    }
    return new StoredSeries(series.metric(), series.tags(), points, weights);
  }

  private static NavigableMap<Long, List<Double>> intervals(
      NavigableMap<Long, Double> points, long length) {
    NavigableMap<Long, List<Double>> intervals = new TreeMap<>();
    points.forEach(
        (time, value) ->
            Objects.requireNonNull(
                    intervals.computeIfAbsent(
                        Math.floorDiv(time, length) * length, start -> new ArrayList<>()))
                .add(value));
    return intervals;
  }
}
