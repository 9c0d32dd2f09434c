package goku.query.merge;

import goku.model.Holes;
import goku.model.PointBuffer;
import goku.model.ShardId;
import goku.query.SeriesPartial;
import goku.query.SeriesStages;
import goku.query.partial.Contribution.Members;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The sums of series, weighted by the numbers of datapoints, from two streams of the same groups.
/// A downsampling to averages divides each sum by its weight. Sums without a number, and numbers
/// without a sum, are left out. Both streams send whole series without stages. Owned by one thread.
public final class AverageStream implements PartialStream {
  private final PartialStream sums;
  private final PartialStream counts;
  private final SeriesJoin sumsOfSteps;
  private final SeriesJoin countsOfSteps;
  private final LongConsumer results;

  /// @param stages the stages from stored values to one sum of each step
  /// @param buffers called with the bytes by which reused buffers grow, before they do
  /// @param results called with the bytes of the series of a group, before they are allocated
  public AverageStream(
      PartialStream sums,
      PartialStream counts,
      SeriesStages stages,
      LongConsumer buffers,
      LongConsumer results) {
    this.sums = sums;
    this.counts = counts;
    this.results = results;
    sumsOfSteps = new SeriesJoin(stages, buffers, results);
    countsOfSteps = new SeriesJoin(stages, buffers, results);
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    GroupPartial sum = sums.next();
    GroupPartial count = counts.next();
    while (sum != null && count != null) {
      int order = sum.key().compareTo(count.key());
      if (order == 0) {
        List<SeriesPartial> series =
            weighted(sumsOfSteps.apply(sorted(sum)), countsOfSteps.apply(sorted(count)));
        if (!series.isEmpty()) {
          return new GroupPartial(sum.key(), sum.tags(), sum.members(), new Members(series));
        }
      }
      sum = order <= 0 ? sums.next() : sum;
      count = order >= 0 ? counts.next() : count;
    }
    return null;
  }

  private static List<SeriesPartial> sorted(GroupPartial group) {
    if (!(group.contribution() instanceof Members(List<SeriesPartial> series))) {
      throw new IllegalStateException("averages need the series of " + group.key());
    }
    List<SeriesPartial> sorted = new ArrayList<>(series);
    sorted.sort((a, b) -> GroupKey.compare(a.tags(), b.tags()));
    return sorted;
  }

  private List<SeriesPartial> weighted(List<SeriesPartial> sums, List<SeriesPartial> counts) {
    List<SeriesPartial> series = new ArrayList<>();
    int at = 0;
    for (SeriesPartial sum : sums) {
      while (at < counts.size() && GroupKey.compare(counts.get(at).tags(), sum.tags()) < 0) {
        at++;
      }
      if (at < counts.size() && GroupKey.compare(counts.get(at).tags(), sum.tags()) == 0) {
        series.add(weighted(sum, counts.get(at)));
      }
    }
    return series;
  }

  private SeriesPartial weighted(SeriesPartial sum, SeriesPartial count) {
    var points = new PointBuffer(results);
    long[] times = count.timestamps();
    for (int i = 0; i < sum.timestamps().length; i++) {
      long time = sum.timestamps()[i];
      int at = PointBuffer.firstAtOrAfter(times, times.length, time);
      if (at < times.length && times[at] == time && count.value(at) > 0) {
        points.add(time, sum.value(i), count.value(at));
      }
    }
    return SeriesPartial.of(sum.tags(), points, false);
  }

  @Override
  public Holes holes() {
    return sums.holes().plus(counts.holes());
  }

  @Override
  public List<ShardId> missing() {
    List<ShardId> all = new ArrayList<>(sums.missing());
    counts.missing().stream().filter(shard -> !all.contains(shard)).forEach(all::add);
    return all;
  }

  @Override
  public long lagMillis() {
    return Math.max(sums.lagMillis(), counts.lagMillis());
  }

  @Override
  public long pageDatapoints() {
    return sums.pageDatapoints() + counts.pageDatapoints();
  }

  @Override
  public Set<String> origins() {
    Set<String> all = new TreeSet<>(sums.origins());
    all.addAll(counts.origins());
    return all;
  }

  @Override
  public void close() {
    sums.close();
    counts.close();
  }
}
