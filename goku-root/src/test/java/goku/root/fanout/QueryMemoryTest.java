package goku.root.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import org.junit.jupiter.api.Test;

class QueryMemoryTest {
  private final QueryMemory memory = new QueryMemory(1000);

  @Test
  void oneQueryMayHoldHalfOfWhatAllMay() {
    try (var share = memory.share("cpu")) {
      share.add(500);
      assertThatThrownBy(() -> share.add(1))
          .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(413))
          .hasMessageContaining("'cpu'")
          .hasMessageContaining("500 bytes");
    }
    assertThat(memory.heldBytes()).isZero();
  }

  @Test
  void whenTheOthersHoldTooMuchAQueryIsToComeAgain() {
    try (var first = memory.share("a");
        var second = memory.share("b");
        var third = memory.share("c")) {
      first.add(450);
      second.add(450);
      assertThatThrownBy(() -> third.add(101))
          .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(503));
    }
    assertThat(memory.heldBytes()).isZero();
  }
}
