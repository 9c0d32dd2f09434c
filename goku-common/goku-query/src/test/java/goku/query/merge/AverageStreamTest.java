package goku.query.merge;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.ShardId;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.SeriesPartial;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.partial.Contribution.Members;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AverageStreamTest {
  private static final Downsample STEPS =
      new Downsample(new Interval.Fixed(10_000), Aggregator.SUM, FillPolicy.NONE);
  private static final TimeRange RANGE = new TimeRange(0, 60_000);
  private static final SeriesStages STAGES =
      new SeriesStages(STEPS, null, QueryWindow.of(RANGE, STEPS));

  private final AtomicLong held = new AtomicLong();

  private static final class Fake implements PartialStream {
    private final Deque<GroupPartial> groups;
    private final ShardId shard;
    private boolean closed;

    private Fake(int shard, GroupPartial... groups) {
      this.shard = new ShardId("ns1", shard);
      this.groups = new ArrayDeque<>(List.of(groups));
    }

    @Override
    public @Nullable GroupPartial next() {
      return groups.poll();
    }

    @Override
    public List<ShardId> missing() {
      return List.of(shard);
    }

    @Override
    public long lagMillis() {
      return shard.shard();
    }

    @Override
    public long pageDatapoints() {
      return shard.shard();
    }

    @Override
    public Set<String> origins() {
      return Set.of("shard " + shard.shard());
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static GroupPartial group(String name, SeriesPartial... series) {
    return new GroupPartial(
        new GroupKey(List.of(new Tag("g", name))),
        new GroupTags(List.of(), List.of()),
        List.of(),
        new Members(Arrays.asList(series)));
  }

  /// Returns a series with values every 5 s.
  private static SeriesPartial series(String host, long firstMillis, double... values) {
    long[] times = new long[values.length];
    Arrays.setAll(times, i -> firstMillis + i * 5_000L);
    return SeriesPartial.of(List.of(new Tag("host", host)), PointBuffer.of(times, values), false);
  }

  private AverageStream average(PartialStream sums, PartialStream counts) {
    return new AverageStream(sums, counts, STAGES, _ -> {}, held::addAndGet);
  }

  private static List<String> all(PartialStream stream) throws InterruptedException {
    List<String> all = new ArrayList<>();
    for (GroupPartial group = stream.next(); group != null; group = stream.next()) {
      for (SeriesPartial one : ((Members) group.contribution()).series()) {
        all.add(
            "%s %s %s %s %s"
                .formatted(
                    group.key().tags().getFirst().value(),
                    one.tags().getFirst().value(),
                    Arrays.toString(one.timestamps()),
                    Arrays.toString(one.words()),
                    Arrays.toString(one.weights())));
      }
    }
    return all;
  }

  @Test
  void sumsOfStepsAreWeightedByCounts() throws Exception {
    var sums = new Fake(1, group("a", series("x", 10_000, 1, 2, 4)));
    var counts = new Fake(2, group("a", series("x", 10_000, 3, 3, 2)));
    assertThat(all(average(sums, counts)))
        .containsExactly("a x [10000, 20000] [3.0, 4.0] [6.0, 2.0]");
    assertThat(held.get()).isPositive();
  }

  @Test
  void partsOfASeriesAreJoined() throws Exception {
    var sums = new Fake(1, group("a", series("x", 20_000, 4), series("x", 10_000, 1, 2)));
    var counts = new Fake(2, group("a", series("x", 10_000, 3, 3), series("x", 20_000, 2)));
    assertThat(all(average(sums, counts)))
        .containsExactly("a x [10000, 20000] [3.0, 4.0] [6.0, 2.0]");
  }

  @Test
  void whatHasNoCounterpartIsLeftOut() throws Exception {
    var sums =
        new Fake(
            1,
            group("a", series("x", 0, 1)),
            group("c", series("z", 0, 3), series("y", 0, 2), series("u", 0, 7)),
            group("d", series("x", 0, 1)),
            group("e", series("x", 0, 5)));
    var counts =
        new Fake(
            2,
            group("b", series("x", 0, 1)),
            group("c", series("v", 0, 9), series("y", 0, 4), series("z", 0, 6)),
            group("d", series("y", 0, 1)),
            group("e", series("x", 0, 2)),
            group("f", series("x", 0, 2)));
    assertThat(all(average(sums, counts)))
        .containsExactly("c y [0] [2.0] [4.0]", "c z [0] [3.0] [6.0]", "e x [0] [5.0] [2.0]");
  }

  @Test
  void stepsWithoutACountAreLeftOut() throws Exception {
    var sums = new Fake(1, group("a", series("x", 10_000, 1, 2, 4, 4, 8)));
    var counts = new Fake(2, group("a", series("x", 20_000, 0, 0, 1)));
    assertThat(all(average(sums, counts))).containsExactly("a x [30000] [8.0] [1.0]");
  }

  @Test
  void theShortfallIsThatOfBoth() {
    var sums = new Fake(1);
    var counts = new Fake(2);
    try (var stream = average(sums, counts)) {
      assertThat(stream.missing()).containsExactly(new ShardId("ns1", 1), new ShardId("ns1", 2));
      assertThat(stream.lagMillis()).isEqualTo(2);
      assertThat(stream.pageDatapoints()).isEqualTo(3);
      assertThat(stream.origins()).containsExactly("shard 1", "shard 2");
    }
    assertThat(sums.closed).isTrue();
    assertThat(counts.closed).isTrue();
    try (var same = average(new Fake(1), new Fake(1))) {
      assertThat(same.missing()).containsExactly(new ShardId("ns1", 1));
    }
  }
}
