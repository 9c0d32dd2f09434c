package goku.ingest.routing;

import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.parse.Reason;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IngestMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final IngestMetrics metrics = new IngestMetrics(registry, "kafka");

  private double count(String name, String... tags) {
    return registry.get(name).tag("source", "kafka").tags(tags).counter().count();
  }

  private DistributionSummary summary(String name) {
    return registry.get(name).tag("source", "kafka").summary();
  }

  @Test
  void acceptedAndFailedDatapointsAreCountedApart() {
    metrics.accepted(3);
    metrics.failed(2);
    assertThat(count("goku.ingest.datapoints")).isEqualTo(3);
    assertThat(count("goku.ingest.failed")).isEqualTo(2);
  }

  @Test
  void rejectedDatapointsAreCountedByReason() {
    metrics.rejected(Reason.TIMESTAMP_TOO_OLD);
    for (Reason reason : Reason.values()) {
      assertThat(count("goku.ingest.rejected", "reason", reason.label()))
          .isEqualTo(reason == Reason.TIMESTAMP_TOO_OLD ? 1 : 0);
    }
  }

  @Test
  void batchesAreMeasuredInDatapointsAndBytes() {
    metrics.sent(3, 100);
    metrics.sent(1, 50);
    assertThat(summary("goku.ingest.batch.datapoints").count()).isEqualTo(2);
    assertThat(summary("goku.ingest.batch.datapoints").totalAmount()).isEqualTo(4);
    assertThat(summary("goku.ingest.batch.size").totalAmount()).isEqualTo(150);
  }

  @Test
  void flushesAreTimed() {
    metrics.flush().record(Duration.ofSeconds(1));
    assertThat(registry.get("goku.ingest.flush").tag("source", "kafka").timer().count()).isOne();
  }
}
