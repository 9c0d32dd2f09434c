package goku.standalone.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class AgentKafkaTest {
  private final FailureState state = FailureState.of("send", new SimpleMeterRegistry());

  /// Kafka itself refuses the value, so it was given the property.
  @Test
  void theProducerTakesTheProperties() {
    AgentConfig config = config("security.protocol=PIGEON");

    assertThatThrownBy(
            () -> KafkaLineSender.connect(config, state, KafkaLineSender.losses(state)).close())
        .hasStackTraceContaining("PIGEON");
  }

  @Test
  void aPropertyWithoutAValueIsRefusedWithoutItsText() {
    assertThatThrownBy(() -> config("pa55w0rd"))
        .hasMessageContaining("key=value")
        .hasMessageNotContaining("pa55w0rd");
  }

  private static AgentConfig config(String property) {
    return ConfigLoader.defaults(AgentConfig.class, "--kafka-properties=" + property);
  }
}
