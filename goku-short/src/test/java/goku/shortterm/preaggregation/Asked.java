package goku.shortterm.preaggregation;

import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.merge.GroupFinisher;
import goku.query.merge.GroupResult;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.query.shard.ShardData;
import goku.rpc.LocalStorageNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A query of a shard, as it is answered with cells and without.
public record Asked(
    Aggregator aggregator,
    Downsample downsample,
    List<TagFilter> filters,
    long startMillis,
    long endMillis) {
  static final long NOW = START.toEpochMilli();
  static final long MINUTE = 60_000;
  private static final long LIMIT = 1_000_000_000;

  /// A sum by `dc` at each minute of an hour.
  public static Asked sumByDc() {
    return new Asked(
        Aggregator.SUM,
        new Downsample(new Interval.Fixed(MINUTE), Aggregator.AVG, FillPolicy.NONE),
        List.of(new TagFilter.AnyValue("dc", true)),
        NOW - 60 * MINUTE,
        NOW);
  }

  public Asked by(Aggregator other) {
    return new Asked(other, downsample, filters, startMillis, endMillis);
  }

  public Asked every(long minutes, Aggregator function) {
    var other = new Downsample(new Interval.Fixed(minutes * MINUTE), function, FillPolicy.NONE);
    return new Asked(aggregator, other, filters, startMillis, endMillis);
  }

  Asked where(TagFilter... others) {
    return new Asked(aggregator, downsample, List.of(others), startMillis, endMillis);
  }

  public Asked over(long start, long end) {
    return new Asked(aggregator, downsample, filters, start, end);
  }

  private NodeQuery query() {
    var window = QueryWindow.of(new TimeRange(startMillis, endMillis), downsample);
    Set<String> by =
        filters.stream().filter(TagFilter::groupBy).map(TagFilter::key).collect(Collectors.toSet());
    return new NodeQuery(
        new SeriesFilter("cpu", filters, false),
        new SeriesStages(downsample, null, window),
        new Grouping(by, aggregator, false, window, false),
        false,
        Resolution.RAW);
  }

  /// An answer: groups by their keys, the datapoints read, and the origins.
  public record Answer(Map<String, GroupResult> groups, long datapoints, Set<String> origins) {
    /// Returns whether no series was read.
    public boolean isFromCells() {
      return origins.stream().allMatch(origin -> origin.startsWith("short pre-aggregated"))
          && !origins.isEmpty();
    }
  }

  public Answer of(ShardData data) {
    NodeQuery query = query();
    var limits = new QueryLimits(LIMIT, LIMIT, Duration.ofMinutes(1));
    var memory = new QueryMemory(LIMIT);
    var finisher = new GroupFinisher(query.grouping(), null);
    Map<String, GroupResult> groups = new TreeMap<>();
    try (var node = new LocalStorageNode(id -> Optional.of(data), 2)) {
      try (var control = new QueryControl(limits, memory);
          PartialStream stream = node.query(List.of(new ShardId("ns", 3)), query, control)) {
        for (GroupPartial group = stream.next(); group != null; group = stream.next()) {
          groups.put(group.key().tags().toString(), finisher.finish(group));
        }
        return new Answer(groups, control.datapoints(), stream.origins());
      } finally {
        assertThat(memory.heldBytes()).isZero();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Answers without cells.
  public Answer ofSeries(ShardData data) {
    return of(new SeriesOnly(data));
  }

  /// The same groups, tags and timestamps; counts, minima and maxima to the last bit, sums nearly.
  public void assertSame(Answer answer, Answer ofSeries) {
    assertThat(answer.groups().keySet()).isEqualTo(ofSeries.groups().keySet());
    answer
        .groups()
        .forEach(
            (key, group) ->
                assertSame(key, group, Objects.requireNonNull(ofSeries.groups().get(key))));
  }

  /// Returns the tolerance. Sums are as exact as their largest term. If some values are around 1e15
  /// and cancel each other, the rest has an error of units in the last places of those.
  private static double tolerance(double expected) {
    double relative = 1e-12 * Math.abs(expected);
    return Math.abs(expected) > 1e9 ? Math.max(relative, 100 * Math.ulp(1e15)) : relative;
  }

  private void assertSame(String key, GroupResult group, GroupResult other) {
    assertThat(group.tags()).as(key).isEqualTo(other.tags());
    assertThat(group.aggregateTags()).as(key).isEqualTo(other.aggregateTags());
    assertThat(group.points().size()).as(key).isEqualTo(other.points().size());
    for (int i = 0; i < group.points().size(); i++) {
      String at = "%s at %d of %s".formatted(key, group.points().timestamp(i), this);
      assertThat(group.points().timestamp(i)).as(at).isEqualTo(other.points().timestamp(i));
      double value = group.points().doubleValue(i);
      double expected = other.points().doubleValue(i);
      if (isSum() && !Double.isNaN(expected)) {
        assertThat(value).as(at).isCloseTo(expected, within(tolerance(expected)));
      } else {
        assertThat(Double.doubleToLongBits(value))
            .as("%s: %s, not %s", at, value, expected)
            .isEqualTo(Double.doubleToLongBits(expected));
      }
    }
  }

  private boolean isSum() {
    return switch (aggregator) {
      case COUNT, MIN, MAX, MIMMIN, MIMMAX -> false;
      default -> true;
    };
  }

  private record SeriesOnly(ShardData data) implements ShardData {
    @Override
    public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
      return data.select(filter, range, resolution);
    }

    @Override
    public boolean knows(NameKind kind, String name) {
      return data.knows(kind, name);
    }

    @Override
    public List<String> suggest(NameKind kind, String prefix, int max) {
      return data.suggest(kind, prefix, max);
    }

    @Override
    public boolean awaitApplied(long offset, Duration timeout) throws InterruptedException {
      return data.awaitApplied(offset, timeout);
    }
  }
}
