package goku.ingest.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;

class InputLagTest {
  private final Map<MetricName, Metric> metrics = new HashMap<>();

  @Test
  void theLagIsTheSumOverThePartitionsThatAreRead() {
    var registry = new SimpleMeterRegistry();
    InputLag.add(registry, () -> metrics);
    add("records-lag", "0", 40);
    add("records-lag", "1", 2);
    add("records-lag", "2", Double.NaN);
    add("records-lag-max", "", 700);
    assertThat(registry.get("goku.ingest.input.lag").gauge().value()).isEqualTo(42);
  }

  private void add(String name, String partition, double value) {
    var id = new MetricName(name, "fetch", "", Map.of("partition", partition));
    Measurable measurable = (config, now) -> value;
    metrics.put(id, new KafkaMetric(new Object(), id, measurable, new MetricConfig(), Time.SYSTEM));
  }
}
