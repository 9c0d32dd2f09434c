package goku.ingest.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NamespaceTopicTest {
  private final NamespaceTopic topic = new NamespaceTopic("goku-ns1");

  @Test
  void refusedTopicThatWasMadeLaterTakesBatches() {
    topic.refused("denied");
    assertThat(topic.isReady()).isFalse();
    assertThat(topic.refusal()).isEqualTo("denied");
    topic.ready();
    assertThat(topic.isReady()).isTrue();
    assertThat(topic.refusal()).isNull();
  }

  @Test
  void interruptEndsTheWaitAndStaysSet() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(topic::refusal)
        .isInstanceOf(NoTopicException.class)
        .hasMessage("interrupted while waiting for topic goku-ns1");
    assertThat(Thread.interrupted()).isTrue();
  }
}
