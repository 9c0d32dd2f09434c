package goku.root.routing;

import static goku.root.routing.ReplicaCluster.HOSTS;
import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static goku.root.routing.ReplicaCluster.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.eventloop.EventLoop;
import goku.eventloop.NeedsThreadException;
import goku.model.Blocklist;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import goku.query.search.Comparisons;
import goku.query.search.CorrelationQuery;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SearchAnswer;
import goku.root.routing.FakeNode.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Correlation searches over several nodes. All series have three values, too few to compare, and
/// are counted.
class RoutedSearchTest {
  private static final Comparisons ALL = new Comparisons(0, 0, 4L * HOSTS);
  private static final Comparisons HALF = new Comparisons(0, 0, 2L * HOSTS);

  private final ReplicaCluster cluster = new ReplicaCluster();

  @AfterEach
  void close() {
    cluster.close();
    assertThat(cluster.memory.heldBytes()).isZero();
  }

  @Test
  void eachNodeSearchesItsShards() throws InterruptedException {
    FakeNode left = cluster.node("left", "b", SHARDS.get(0), SHARDS.get(1));
    FakeNode right = cluster.node("right", "c", SHARDS.get(2), SHARDS.get(3));
    SearchAnswer answer = answer();
    assertThat(answer.comparisons()).isEqualTo(ALL);
    assertThat(answer.missing()).isEmpty();
    assertThat(left.calls).containsExactly(SHARDS.subList(0, 2));
    assertThat(right.calls).containsExactly(SHARDS.subList(2, 4));
  }

  @Test
  void otherReplicasTakeOverFromAFailedNode() throws InterruptedException {
    cluster.node("near", "a").is(Fault.dies(0));
    cluster.node("left", "b", SHARDS.get(0), SHARDS.get(1));
    cluster.node("right", "c", SHARDS.get(2), SHARDS.get(3));
    assertThat(answer().comparisons()).isEqualTo(ALL);
  }

  @Test
  void aNodeThatLacksAShardSearchesTheOthers() throws InterruptedException {
    cluster.node("near", "a").lacking.add(SHARDS.get(3));
    cluster.node("far", "b", SHARDS.get(3));
    assertThat(answer().comparisons()).isEqualTo(ALL);
  }

  @Test
  void shardsThatNobodyCanSearchAreMissing() throws InterruptedException {
    cluster.node("left", "b", SHARDS.get(0), SHARDS.get(1));
    FakeNode right = cluster.node("right", "c", SHARDS.get(2));
    right.is(Fault.dies(0));
    SearchAnswer answer = answer();
    assertThat(answer.comparisons()).isEqualTo(HALF);
    assertThat(answer.missing()).containsExactlyInAnyOrder(SHARDS.get(2), SHARDS.get(3));
  }

  @Test
  void holesAndALagAboveTheLimitAreReported() throws InterruptedException {
    FakeNode node = cluster.node("near", "a");
    node.lagMillis = 5000;
    assertThat(answer().lagMillis()).isZero();
    node.lagMillis = 5001;
    node.holes = Holes.of(new Hole(START, START + 1, HoleCause.DAMAGED));
    assertThat(answer().lagMillis()).isEqualTo(5001);
    assertThat(answer().holes()).isEqualTo(node.holes);
  }

  @Test
  void seriesOfFailedAttemptsDoNotCount() throws InterruptedException {
    cluster.node("near", "a").is(Fault.dies(FakeNode.AFTER_SEARCH));
    cluster.node("far", "b");
    try (QueryControl control = cluster.control(4 * HOSTS)) {
      cluster.router(PATIENT).search(SHARDS, query(), control);
      assertThat(control.series()).isEqualTo(4L * HOSTS);
    }
    try (QueryControl control = cluster.control(4 * HOSTS - 1)) {
      assertThatThrownBy(() -> cluster.router(PATIENT).search(SHARDS, query(), control))
          .isInstanceOf(QueryStoppedException.class);
    }
  }

  @Test
  void anEventLoopDoesNotSearch() {
    cluster.node("near", "a");
    Runnable search =
        () -> assertThatThrownBy(this::answer).isInstanceOf(NeedsThreadException.class);
    assertThat(EventLoop.tryRun(search)).isTrue();
  }

  private SearchAnswer answer() throws InterruptedException {
    try (QueryControl control = cluster.control()) {
      return cluster.router(PATIENT).search(SHARDS, query(), control);
    }
  }

  private static CorrelationQuery query() {
    var downsample =
        new Downsample(
            new Interval.Fixed(Duration.ofSeconds(1).toMillis()), Aggregator.AVG, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(START, START + 8000), downsample);
    return new CorrelationQuery(
        new Haystack(
            new SeriesFilter(null, List.of(), false), List.of(MetricPattern.ANY), Blocklist.NONE),
        new SeriesStages(downsample, null, window),
        Resolution.RAW,
        Needle.of(new double[] {1, 2, 4, 3, 7, 5, 9, 8, 6}, Score.PEARSON, 0),
        3);
  }
}
