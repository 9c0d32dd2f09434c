package goku.namespace;

import static goku.namespace.Texts.THIRD;
import static goku.namespace.Texts.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.LateMove;
import goku.model.Namespaces;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateMovesTest {
  private static final Instant NOW = Instant.ofEpochSecond(2_000_000);
  private static final long SINCE = 2_000_010_000L;
  private static final String CLAIM = "{prefix: a., since: 1000000}";
  private static final String MOVED = CLAIM + ", {prefix: b., since: 2000010}";
  private static final long ASKED_UNTIL = SINCE + Namespaces.AHEAD.toMillis();
  private static final LateMove OPEN =
      new LateMove("b.", "ns1", ASKED_UNTIL, Long.MAX_VALUE, false);

  @Test
  void aMoveIsUnconfirmedFromTheTimeForWhichRootsNoLongerQueryTheOldNamespace() {
    assertThat(moves(TWO, TWO.replace(CLAIM, MOVED))).containsExactly(OPEN);
  }

  @Test
  void aChangeWithoutAMoveHasNone() {
    assertThat(moves(TWO, TWO.replace("memory-ttl: 24h", "memory-ttl: 30h"))).isEmpty();
  }

  @Test
  void aWithdrawnMoveLeavesTheNamespaceToWhichItWouldHaveGone() {
    assertThat(moves(TWO.replace(CLAIM, MOVED), TWO))
        .containsExactly(new LateMove("b.", "ns2", SINCE, Long.MAX_VALUE, false));
  }

  @Test
  void aMoveIsForgottenIfAllIngestorsConfirmedItInTime() {
    long inTime = ASKED_UNTIL - Duration.ofMinutes(130).toMillis();
    assertThat(LateMoves.confirmed(List.of(OPEN), inTime)).isEmpty();
    assertThat(LateMoves.confirmed(List.of(OPEN), inTime + 1)).hasSize(1);
  }

  @Test
  void aMoveThatWasConfirmedLateEndsWithTheLastDatapointThatIngestorsAcceptedBefore() {
    long confirmed = ASKED_UNTIL + Duration.ofDays(1).toMillis();
    long end = confirmed + Duration.ofMinutes(130).toMillis();
    List<LateMove> ended = LateMoves.confirmed(List.of(OPEN), confirmed);
    assertThat(ended).containsExactly(new LateMove("b.", "ns1", ASKED_UNTIL, end, true));
    assertThat(LateMoves.confirmed(ended, confirmed + 1_000)).isEqualTo(ended);
  }

  @Test
  void aMoveIsKeptUntilTheOldNamespaceHasExpiredItsDatapoints() {
    var late = new LateMove("b.", "ns2", 0, 5_000, true);
    Instant lastKept = Instant.ofEpochMilli(5_000 - 1).plus(Duration.ofHours(24));
    var namespaces = Texts.read(TWO);
    assertThat(LateMoves.kept(List.of(late), namespaces, lastKept)).containsExactly(late);
    assertThat(LateMoves.kept(List.of(late), namespaces, lastKept.plusMillis(1))).isEmpty();
    Instant years = NOW.plus(Duration.ofDays(1_000));
    assertThat(LateMoves.kept(List.of(OPEN), namespaces, years)).containsExactly(OPEN);
  }

  @Test
  void mergedMovesCoverAllMovesOfANamespace() {
    var first = new LateMove("ads.clicks.", "ns1", 10, 30, true);
    var second = new LateMove("ads.views.", "ns1", 20, 40, false);
    var other = new LateMove("x".repeat(100), "ns2", 1, 2, true);
    assertThat(LateMoves.merged(List.of(first, other, second)))
        .containsExactly(
            new LateMove("ads.", "ns1", 10, 40, false),
            new LateMove("x".repeat(64), "ns2", 1, 2, true));
  }

  @Test
  void aMoveOfMetricsWithinAMovedPrefixIsAMoveOfItsOwn() {
    String third = TWO + THIRD + "    metrics: [{prefix: a.b., since: 2000010}]\n";
    assertThat(moves(TWO, third))
        .containsExactly(new LateMove("a.b.", "ns2", ASKED_UNTIL, Long.MAX_VALUE, false));
  }

  private static List<LateMove> moves(String now, String next) {
    return LateMoves.of(Texts.read(now), Texts.read(next), NOW);
  }
}
