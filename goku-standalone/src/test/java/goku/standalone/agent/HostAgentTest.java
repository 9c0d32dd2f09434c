package goku.standalone.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.client.LossListener;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class HostAgentTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<String> sent = new CopyOnWriteArrayList<>();

  /// A sender that collects lines, and fails the first time.
  private final class FlakySender implements LineSender {
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean closed;

    @Override
    public void send(List<String> lines) {
      if (calls.getAndIncrement() == 0) {
        throw new IllegalStateException("not yet");
      }
      sent.addAll(lines);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void goesOnAfterAFailureUntilItIsClosed() {
    var sender = new FlakySender();
    var metrics = new HostMetrics(List.of(new JvmReader()), Map.of("host", "h"), registry);
    InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(9_950));
    var agent = new HostAgent(() -> metrics, sender, Duration.ofMillis(50), clock, registry);
    await().untilAsserted(() -> assertThat(sent).anyMatch(line -> line.contains("jvm.threads 9")));
    agent.close();
    assertThat(sender.closed).isTrue();
    assertThat(registry.get("goku.agent.failures").tag("subject", "agent").counter().count())
        .isEqualTo(1);
  }

  @Test
  void waitsForTheNextMultipleOfTheInterval() {
    var interval = Duration.ofSeconds(10);
    assertThat(HostAgent.untilNext(Instant.ofEpochMilli(20_000), interval)).hasSeconds(10);
    assertThat(HostAgent.untilNext(Instant.ofEpochMilli(29_999), interval)).hasMillis(1);
    assertThat(HostAgent.untilNext(Instant.ofEpochMilli(20_001), interval)).hasMillis(9_999);
  }

  @Test
  void lossesOnTheWayToKafkaAreCounted() {
    var state = FailureState.of("send", registry);
    KafkaLineSender.losses(state).lost(3, LossListener.Reason.BUFFER_FULL, null);
    KafkaLineSender.losses(state)
        .lost(1, LossListener.Reason.NOT_DELIVERED, new TimeoutException("no broker"));
    assertThat(registry.get("goku.agent.failures").tag("subject", "send").counter().count())
        .isEqualTo(2);
  }
}
