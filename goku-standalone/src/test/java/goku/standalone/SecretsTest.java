package goku.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import goku.config.ConfigText;
import goku.config.DataSize;
import goku.config.Key;
import goku.kafka.KafkaConfig;
import goku.standalone.agent.AgentConfig;
import goku.standalone.local.LocalS3;
import goku.standalone.process.CompactorProcess;
import goku.standalone.process.ControllerProcess;
import goku.standalone.process.IngestProcess;
import goku.standalone.process.LongProcess;
import goku.standalone.process.RootProcess;
import goku.standalone.process.ShortProcess;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests that printed configurations contain no secret.
class SecretsTest {
  private static final String SECRET = "pa55w0rd";

  private static Stream<Class<? extends Record>> configurations() {
    return Stream.of(
        StandaloneConfig.class,
        IngestProcess.class,
        ShortProcess.class,
        LongProcess.class,
        CompactorProcess.class,
        RootProcess.class,
        ControllerProcess.class,
        LocalS3.class,
        AgentConfig.class);
  }

  /// Flags that set every key that is secret, or whose name says that it is.
  private static List<String> flags(Class<?> config, String prefix) {
    List<String> flags = new ArrayList<>();
    for (RecordComponent component : config.getRecordComponents()) {
      Key key = component.getAnnotation(Key.class);
      if (key == null) {
        continue;
      }
      String name = key.value().isEmpty() ? prefix : prefix + key.value() + ".";
      if (component.getType().isRecord() && component.getType() != DataSize.class) {
        flags.addAll(flags(component.getType(), name));
      } else if (key.secret()
          || key.value().matches(".*(secret|password|credential|properties).*")) {
        assertThat(key.secret()).as(config.getSimpleName() + "." + key.value()).isTrue();
        String value = component.getType() == List.class ? "sasl.jaas.config=" + SECRET : SECRET;
        flags.add("--" + prefix + key.value() + "=" + value);
      }
    }
    return flags;
  }

  @Test
  void noConfigurationPrintsItsSecrets() {
    List<String> all = new ArrayList<>();
    configurations()
        .forEach(
            type -> {
              List<String> flags = flags(type, "");
              all.addAll(flags);
              Record config = ConfigLoader.defaults(type, flags.toArray(String[]::new));
              assertThat(config.toString()).doesNotContain(SECRET);
              assertThat(ConfigText.of(config)).doesNotContain(SECRET);
            });
    assertThat(all)
        .contains("--ingest.kafka.properties=sasl.jaas.config=" + SECRET)
        .contains("--short.s3.secret-key=" + SECRET);
  }

  @Test
  void aPropertyThatIsNoneIsNotRepeated() {
    assertThatThrownBy(() -> new KafkaConfig("localhost:9092", List.of("a=b", SECRET)))
        .hasMessage("kafka property 2 is not of the form key=value");
  }

  @Test
  void whatIsThereIsSaidWithoutItsValue() {
    Record config = ConfigLoader.defaults(ShortProcess.class, "--short.s3.secret-key=" + SECRET);
    assertThat(ConfigText.of(config)).contains("short.s3.secret-key: (secret)");
    assertThat(ConfigText.of(ConfigLoader.defaults(RootProcess.class, "--cluster.zookeeper=z:1")))
        .containsPattern("kafka.properties: \\[]");
  }
}
