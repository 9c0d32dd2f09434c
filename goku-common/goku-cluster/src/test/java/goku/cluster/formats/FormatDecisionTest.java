package goku.cluster.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatDecisionTest {
  private static final Instant MONDAY = Instant.parse("2026-11-23T00:00:00Z");
  private static final Instant TUESDAY = MONDAY.plus(Duration.ofDays(1));

  @Test
  void theLevelRisesToTheOldestOfAllKnownNodes() {
    FormatDecision decision = decide(1, node("a", 4, MONDAY), node("b", 3, MONDAY));
    assertThat(decision.reachable()).isEqualTo(3);
    assertThat(decision.canRise()).isTrue();
    assertThat(decision.holding()).extracting(FormatNode::name).containsExactly("b");
  }

  @Test
  void oneNodeOfAnOldBuildHoldsTheLevel() {
    FormatDecision decision = decide(1, node("a", 2, MONDAY), node("b", 1, Instant.EPOCH));
    assertThat(decision.canRise()).isFalse();
    assertThat(decision.due()).isEmpty();
    assertThat(decision.isDue(Instant.MAX)).isFalse();
    assertThat(decision.holding()).extracting(FormatNode::name).containsExactly("b");
  }

  @Test
  void theLevelIsDueADayAfterTheLastUpgrade() {
    FormatDecision decision = decide(1, node("a", 2, MONDAY), node("b", 2, TUESDAY));
    Instant due = TUESDAY.plus(Duration.ofDays(1));
    assertThat(decision.due()).hasValue(due);
    assertThat(decision.isDue(due.minusMillis(1))).isFalse();
    assertThat(decision.isDue(due)).isTrue();
    assertThat(decision.holding()).isEmpty();
  }

  @Test
  void theLevelNeverFalls() {
    FormatDecision decision = decide(3, node("a", 2, MONDAY));
    assertThat(decision.reachable()).isEqualTo(3);
    assertThat(decision.canRise()).isFalse();
  }

  @Test
  void theLevelStaysWithoutKnownNodes() {
    FormatDecision decision = decide(1);
    assertThat(decision).isEqualTo(decide(1));
    assertThat(decision.canRise()).isFalse();
    assertThat(decision.isDue(Instant.MAX)).isFalse();
  }

  @Test
  void theLevelStaysWhenEveryNodeReadsOnlyThatLevel() {
    FormatDecision decision = decide(2, node("a", 2, MONDAY), node("b", 2, MONDAY));
    assertThat(decision.canRise()).isFalse();
    assertThat(decision.holding()).isEmpty();
  }

  private static FormatDecision decide(int level, FormatNode... nodes) {
    return FormatDecision.of(level, List.of(nodes));
  }

  private static FormatNode node(String name, int newest, Instant since) {
    return new FormatNode(name, newest, since);
  }
}
