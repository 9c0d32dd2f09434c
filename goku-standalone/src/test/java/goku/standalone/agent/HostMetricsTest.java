package goku.standalone.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HostMetricsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void readsThisMachine() {
    var metrics = HostMetrics.ofThisMachine(Map.of("host", "me"), registry);
    List<String> lines = metrics.lines(NOW);
    assertThat(lines)
        .allMatch(
            line -> line.matches("put [a-z.]+ 1700000000 -?[0-9.E-]+( [a-z]+=[a-zA-Z0-9_./-]+)+"))
        .doesNotHaveDuplicates()
        .anyMatch(
            line -> line.matches("put host.cpu.time 1700000000 \\d+ core=0 host=me mode=user"))
        .anyMatch(line -> line.contains("host.net.bytes ") && line.contains("direction=in"))
        .anyMatch(line -> line.contains("host.mem.bytes ") && line.contains("kind=total"))
        .anyMatch(line -> line.contains("jvm.heap.bytes "))
        .noneMatch(line -> line.contains("host.cpu.load"));
    assertThat(registry.find("goku.agent.failures").counters())
        .allSatisfy(counter -> assertThat(counter.count()).isZero());
  }

  @Test
  void aReaderThatFailsIsCountedAndTheOthersGoOn() {
    var failing =
        reader(
            "bad",
            readings -> {
              throw new IllegalStateException("gone");
            });
    var working = reader("good", readings -> readings.add("m", 1));
    var metrics = new HostMetrics(List.of(failing, working), Map.of("host", "h"), registry);
    assertThat(metrics.lines(NOW)).isEqualTo(List.of("put m 1700000000 1 host=h"));
    metrics.lines(NOW);
    assertThat(registry.get("goku.agent.failures").tag("subject", "bad").counter().count())
        .isEqualTo(2);
  }

  @Test
  void tagsAreCleanedAndNoSeriesComesTwice() {
    var readings = new Readings(Map.of());
    readings.add("fs", 1, "mount", "C:\\ä b", "empty", "");
    readings.add("fs", 2, "mount", "C:\\ä_b", "empty", "");
    readings.add("unknown", Double.NaN);
    assertThat(readings.lines(5)).isEqualTo(List.of("put fs 5 2 empty=_ mount=C____b"));
  }

  private static Reader reader(String subject, Consumer<Readings> read) {
    return new Reader() {
      @Override
      public String subject() {
        return subject;
      }

      @Override
      public void read(Readings readings) {
        read.accept(readings);
      }
    };
  }
}
