package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.yammer.metrics.core.Histogram;
import com.yammer.metrics.core.MetricName;
import com.yammer.metrics.core.MetricsRegistry;
import goku.testkit.Records;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestHistogramsTest {
  private final MetricsRegistry registry = KafkaYammerMetrics.defaultRegistry();

  @TempDir private Path directory;

  @Test
  void brokerUsesExistingHistogramsForFrequentRequests() throws Exception {
    RequestHistograms.make();
    Map<MetricName, Histogram> made = ofFrequentRequests();
    assertThat(made).hasSize(30);
    Map<MetricName, Long> before = counts(made);
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      Records.createTopic(kafka.bootstrapServers());
      Records.produce(kafka.bootstrapServers(), 0, 10);
      assertThat(Records.consume(kafka.bootstrapServers(), 10)).hasSize(10);
      assertThat(ofFrequentRequests()).isEqualTo(made);
      assertThat(counts(made).entrySet())
          .filteredOn(count -> count.getKey().getName().equals("TotalTimeMs"))
          .allSatisfy(count -> assertThat(count.getValue()).isGreaterThan(before(before, count)));
    }
  }

  private static long before(Map<MetricName, Long> counts, Map.Entry<MetricName, Long> now) {
    return counts.getOrDefault(now.getKey(), 0L);
  }

  private Map<MetricName, Histogram> ofFrequentRequests() {
    Map<MetricName, Histogram> found = new HashMap<>();
    registry
        .allMetrics()
        .forEach(
            (name, metric) -> {
              if (metric instanceof Histogram histogram && isFrequent(name)) {
                found.put(name, histogram);
              }
            });
    return found;
  }

  private static boolean isFrequent(MetricName name) {
    return name.getType().equals(RequestHistograms.TYPE)
        && RequestHistograms.REQUESTS.stream()
            .anyMatch(request -> name.getMBeanName().endsWith(",request=" + request));
  }

  private static Map<MetricName, Long> counts(Map<MetricName, Histogram> histograms) {
    Map<MetricName, Long> counts = new HashMap<>();
    histograms.forEach((name, histogram) -> counts.put(name, histogram.count()));
    return counts;
  }
}
