package goku.cluster.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.apache.curator.framework.state.ConnectionState;
import org.junit.jupiter.api.Test;

class SessionWatchTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private long nanos = -5;
  private final SessionWatch watch = new SessionWatch(registry, () -> nanos);

  @Test
  void aLostSessionIsADoubtUntilTheConnectionIsBack() {
    watch.become(ConnectionState.CONNECTED);
    watch.become(ConnectionState.SUSPENDED);
    assertThat(watch.check().reason()).isEmpty();
    watch.become(ConnectionState.LOST);
    nanos += Duration.ofSeconds(90).toNanos();
    watch.become(ConnectionState.LOST);
    assertThat(watch.check().ok()).isTrue();
    assertThat(watch.check().reason()).startsWith("session lost for 90 s");
    assertThat(lost()).isEqualTo(90);
    watch.become(ConnectionState.RECONNECTED);
    assertThat(watch.check().reason()).isEmpty();
    assertThat(lost()).isZero();
  }

  private double lost() {
    return registry.get("goku.cluster.session.lost").timeGauge().value();
  }
}
