package goku.http.connection;

import static io.netty.channel.SelectStrategy.CONTINUE;
import static io.netty.channel.SelectStrategy.SELECT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VigilTest {
  private long now = Long.MAX_VALUE - 10;
  private int ready;
  private final Vigil vigil = new Vigil(() -> now);

  @BeforeEach
  void theLoopBegins() throws Exception {
    assertThat(next(false)).isEqualTo(SELECT);
  }

  @Test
  void itLooksOutForAMomentAndSleeps() throws Exception {
    Vigil.keep();
    now += Vigil.NANOS - 1;
    assertThat(next(false)).isEqualTo(CONTINUE);
    now++;
    assertThat(next(false)).isEqualTo(CONTINUE);
    assertThat(next(false)).isEqualTo(SELECT);
  }

  @Test
  void whatComesMeanwhileIsTaken() throws Exception {
    Vigil.keep();
    ready = 2;
    assertThat(next(false)).isEqualTo(2);
  }

  @Test
  void tasksDoNotWait() throws Exception {
    assertThat(next(true)).isZero();
    ready = 1;
    assertThat(next(true)).isEqualTo(1);
  }

  private int next(boolean hasTasks) throws Exception {
    return vigil.calculateStrategy(() -> ready, hasTasks);
  }
}
