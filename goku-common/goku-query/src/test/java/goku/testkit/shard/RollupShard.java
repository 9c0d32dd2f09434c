package goku.testkit.shard;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.model.histogram.HistogramSum;
import goku.query.Resolution;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The simplest possible shard with rollups: rollups of one interval for all datapoints, and raw
/// datapoints from some time on, like tiers on disk.
///
/// @param rawFromMillis the earliest time with raw datapoints, a multiple of the interval
public record RollupShard(ShardData all, long intervalMillis, long rawFromMillis)
    implements ShardData {
  @Override
  public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
    boolean replaced = resolution.replacesRaw(intervalMillis);
    long rawFrom = replaced ? Long.MAX_VALUE : rawFromMillis;
    return new Selection(
        all.select(filter, range, resolution), resolution.value(), intervalMillis, rawFrom);
  }

  private record Selection(
      SeriesSelection raw, Resolution.Value value, long intervalMillis, long rawFromMillis)
      implements SeriesSelection {
    @Override
    public int size() {
      return raw.size();
    }

    @Override
    public String metric(int position) {
      return raw.metric(position);
    }

    @Override
    public int metricTerm(int position) {
      return raw.metricTerm(position);
    }

    @Override
    public int tagTerms(int position, int[] into) {
      return raw.tagTerms(position, into);
    }

    @Override
    public int keyOf(int term) {
      return raw.keyOf(term);
    }

    @Override
    public Tag tag(int term) {
      return raw.tag(term);
    }

    @Override
    public Set<String> origins() {
      return rawFromMillis == Long.MAX_VALUE ? Set.of("rollups") : Set.of("raw", "rollups");
    }

    @Override
    public SeriesReader reader() {
      SeriesReader reader = raw.reader();
      var points = new PointBuffer();
      return (position, into) -> {
        reader.read(position, points);
        into.clear();
        int at = 0;
        while (at < points.size() && points.timestamps()[at] < rawFromMillis) {
          long start = Math.floorDiv(points.timestamps()[at], intervalMillis) * intervalMillis;
          int end = points.firstAtOrAfter(start + intervalMillis);
          if (points.type() == ValueType.HISTOGRAMS) {
            merge(start, points, at, end, into);
          } else {
            rollUp(start, points.values(), at, end, into);
          }
          at = end;
        }
        into.addAll(points, at, points.size());
      };
    }

    private void merge(long start, PointBuffer points, int from, int to, PointBuffer into) {
      if (value != Resolution.Value.SUM) {
        throw new IllegalStateException("rollups of histograms have no " + value);
      }
      var sum = new HistogramSum();
      for (int i = from; i < to; i++) {
        sum.add(points.histograms(), points.histogram(i));
      }
      into.addHistogram(start, sum.addTo(into.histograms()));
    }

    private void rollUp(long start, double[] values, int from, int to, PointBuffer into) {
      double sum = 0;
      double min = values[from];
      double max = values[from];
      for (int i = from; i < to; i++) {
        sum += values[i];
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
      }
      int count = to - from;
      switch (value) {
        case AVERAGE -> into.add(start, sum / count);
        case SUM -> into.add(start, sum);
        case WEIGHTED_SUM -> into.add(start, sum, count);
        case COUNT -> into.add(start, count, count);
        case MIN -> into.add(start, min);
        case MAX -> into.add(start, max);
      }
    }

    @Override
    public void close() {
      raw.close();
    }
  }

  @Override
  public boolean knows(NameKind kind, String name) {
    return all.knows(kind, name);
  }

  @Override
  public List<String> suggest(NameKind kind, String prefix, int max) {
    return all.suggest(kind, prefix, max);
  }

  @Override
  public Holes holes(TimeRange range) {
    return all.holes(range);
  }

  @Override
  public boolean awaitApplied(long offset, Duration timeout) throws InterruptedException {
    return all.awaitApplied(offset, timeout);
  }
}
