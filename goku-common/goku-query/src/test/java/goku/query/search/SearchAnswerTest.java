package goku.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesName;
import goku.model.ShardId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchAnswerTest {
  private static final Hole FIRST_HOLE = new Hole(0, 5, HoleCause.DAMAGED);
  private static final Hole SECOND_HOLE = new Hole(4, 9, HoleCause.LOG_LOST);
  private static final Candidate BEST = candidate(-0.9, 1, 8, name("best"), SlotValues.of(1));
  private static final Candidate GOOD = candidate(0.8, 0, 9, name("good"), SlotValues.of(1));
  private static final Candidate FAIR = candidate(0.7, 0, 10, name("fair"), SlotValues.of(1));

  private static final ShardId LOST = new ShardId("ns", 3);

  private final SearchAnswer first =
      new SearchAnswer(
          List.of(BEST, FAIR),
          new Comparisons(1, 20, 300),
          new Edges(1, List.of(new Edge(name("a"), 4))),
          new Edges(0, List.of()),
          List.of(LOST),
          Holes.of(FIRST_HOLE),
          5,
          Set.of("short"));
  private final SearchAnswer second =
      new SearchAnswer(
          List.of(GOOD),
          new Comparisons(2, 30, 400),
          new Edges(2, List.of(new Edge(name("b"), 7))),
          new Edges(1, List.of(new Edge(name("c"), 6))),
          List.of(),
          Holes.of(SECOND_HOLE),
          7,
          Set.of("short", "tier 3 raw"));

  @Test
  void answersForDifferentSeriesAreOneAnswerInAnyOrder() {
    SearchAnswer both = first.plus(second, 2);
    assertThat(both.best()).containsExactly(BEST, GOOD);
    assertThat(both.comparisons()).isEqualTo(new Comparisons(3, 50, 700));
    assertThat(both.appeared().count()).isEqualTo(3);
    assertThat(both.appeared().sample())
        .containsExactlyInAnyOrder(new Edge(name("a"), 4), new Edge(name("b"), 7))
        .isSorted();
    assertThat(both.vanished()).isEqualTo(second.vanished());
    assertThat(both.holes()).isEqualTo(Holes.of(FIRST_HOLE, SECOND_HOLE));
    assertThat(both.lagMillis()).isEqualTo(7);
    assertThat(both.origins()).containsExactlyInAnyOrder("short", "tier 3 raw");
    assertThat(second.plus(first, 2)).isEqualTo(both);
  }

  @Test
  void aSampleOfManyEdgesStaysBounded() {
    Edges some = edges(0, Edges.MOST - 1);
    Edges more = edges(Edges.MOST, 2 * Edges.MOST);
    Edges both = some.plus(more);
    assertThat(both.count()).isEqualTo(2 * Edges.MOST - 1);
    assertThat(both.sample()).hasSize(Edges.MOST).isSorted();
    assertThat(more.plus(some)).isEqualTo(both);
  }

  private static Edges edges(int from, int to) {
    var sample = new EdgeSample();
    IntStream.range(from, to).forEach(i -> sample.offer(new Edge(name("h" + i), i)));
    return sample.edges();
  }

  private static SeriesName name(String host) {
    return SeriesName.of("m", Map.of("host", host));
  }

  private static Candidate candidate(
      double coefficient, int lag, int common, SeriesName series, SlotValues values) {
    return new Candidate(new Finding.Correlated(coefficient, lag, common), series, values);
  }
}
