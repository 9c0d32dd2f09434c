package goku.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventLoopDecisionTest {
  private long now = 100;
  private final EventLoopDecision decision = new EventLoopDecision(() -> now);

  @Test
  void nothingIsExpectedOfAConnectionThatHasHadNoAnswer() {
    assertThat(decision.isExpected()).isFalse();
  }

  @Test
  void aQuickAnswerIsFollowedByAnother() {
    answer(EventLoopDecision.QUICK_NANOS - 1);
    assertThat(decision.isExpected()).isTrue();
  }

  @Test
  void aSlowAnswerIsNot() {
    answer(1);
    answer(EventLoopDecision.QUICK_NANOS);
    assertThat(decision.isExpected()).isFalse();
  }

  @Test
  void afterAFailedTryOthersAreLetPass() {
    answer(1);
    decision.begin();
    decision.failed();
    decision.end();
    for (int i = 0; i < EventLoopDecision.PAUSE; i++) {
      assertThat(decision.isExpected()).isFalse();
      answer(1);
    }
    assertThat(decision.isExpected()).isTrue();
  }

  private void answer(long nanos) {
    decision.begin();
    now += nanos;
    decision.end();
  }
}
