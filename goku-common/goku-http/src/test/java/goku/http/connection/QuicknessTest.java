package goku.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuicknessTest {
  private long now = 100;
  private final Quickness quickness = new Quickness(() -> now);

  @Test
  void nothingIsExpectedOfAConnectionThatHasHadNoAnswer() {
    assertThat(quickness.isExpected()).isFalse();
  }

  @Test
  void aQuickAnswerIsFollowedByAnother() {
    answer(Quickness.QUICK_NANOS - 1);
    assertThat(quickness.isExpected()).isTrue();
  }

  @Test
  void aSlowAnswerIsNot() {
    answer(1);
    answer(Quickness.QUICK_NANOS);
    assertThat(quickness.isExpected()).isFalse();
  }

  @Test
  void afterAFailedTryOthersAreLetPass() {
    answer(1);
    quickness.begin();
    quickness.failed();
    quickness.end();
    for (int i = 0; i < Quickness.PAUSE; i++) {
      assertThat(quickness.isExpected()).isFalse();
      answer(1);
    }
    assertThat(quickness.isExpected()).isTrue();
  }

  private void answer(long nanos) {
    quickness.begin();
    now += nanos;
    quickness.end();
  }
}
