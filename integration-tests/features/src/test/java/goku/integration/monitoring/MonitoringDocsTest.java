package goku.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MonitoringDocsTest {
  @Test
  void theTableOfMetricsIsThatOfTheSources() throws IOException {
    MetricNames sources = MetricNames.ofTheSources();
    Set<String> documented = MetricTable.read().kinds().keySet();
    assertThat(documented)
        .as("documented, of the metrics in the sources")
        .containsAll(sources.whole());
    assertThat(documented)
        .as("documented metrics are in the sources")
        .allMatch(
            name ->
                sources.whole().contains(name)
                    || sources.begun().stream().anyMatch(name::startsWith));
    assertThat(sources.begun())
        .as("of each beginning a metric is documented")
        .allMatch(
            begun ->
                documented.stream()
                    .anyMatch(name -> name.startsWith(begun) && !sources.whole().contains(name)));
  }

  @Test
  void prometheusSeesTheNamesThatTheKindsOfTheTableMake() throws IOException {
    assertThat(MetricTable.read().prometheusNames())
        .contains("goku_ingest_datapoints_total", "goku_agent_lag_seconds_bucket")
        .contains("goku_short_memory_used_bytes", "goku_compactor_due_age_seconds")
        .contains("jvm_memory_used_bytes", "process_cpu_usage");
  }
}
