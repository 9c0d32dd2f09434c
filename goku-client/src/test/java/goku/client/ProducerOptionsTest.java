package goku.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProducerOptionsTest {
  private static final ProducerOptions OPTIONS = ProducerOptions.of("kafka:9092");

  @Test
  void saysWhatIsWrongWithASetting() {
    assertThatThrownBy(() -> ProducerOptions.of(" ")).hasMessageContaining("host:port");
    assertThatThrownBy(() -> OPTIONS.withTopic("")).hasMessageContaining("topic is empty");
    assertThatThrownBy(() -> OPTIONS.withLinger(Duration.ofMillis(-1)))
        .hasMessage("linger PT-0.001S is negative");
    assertThatThrownBy(() -> OPTIONS.withMaxWait(Duration.ofMillis(-1)))
        .hasMessageContaining("zero never blocks");
    assertThatThrownBy(() -> OPTIONS.withRecordBytes(1023))
        .hasMessage("recordBytes 1023 is not between 1024 and 524288");
    assertThatThrownBy(() -> OPTIONS.withRecordBytes((512 << 10) + 1)).hasMessageContaining("not");
    assertThatThrownBy(() -> OPTIONS.withBufferBytes((128 << 10) - 1))
        .hasMessageContaining("holds no two records of 65536 bytes");
  }

  @Test
  void takesWhatIsAtTheLimits() {
    ProducerOptions some =
        OPTIONS
            .withLinger(Duration.ZERO)
            .withRecordBytes(512 << 10)
            .withBufferBytes(1 << 20)
            .withKafka(Map.of("security.protocol", "SSL"));
    assertThat(some.recordBytes()).isEqualTo(512 << 10);
    assertThat(some.bufferBytes()).isEqualTo(1 << 20);
    assertThat(some.kafka()).containsEntry("security.protocol", "SSL");
  }
}
