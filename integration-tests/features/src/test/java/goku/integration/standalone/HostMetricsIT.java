package goku.integration.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.monitoring.MetricTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMetricsIT {
  @TempDir Path data;

  @Test
  void realMetricsOfThisMachineComeBackAndAreStillThereAfterARestart() throws IOException {
    long before = System.currentTimeMillis();
    try (GokuProcess goku = GokuProcess.start(data)) {
      System.out.println("first start: ready after " + goku.readyAfter());
      await().untilAsserted(() -> hasRatesByInterface(goku.http(), "5m-ago"));
      await()
          .untilAsserted(
              () ->
                  assertThat(goku.http().query("5m-ago", "sum:rate:host.cpu.time{core=*}"))
                      .hasSize(Runtime.getRuntime().availableProcessors()));
      await()
          .untilAsserted(
              () -> assertThat(goku.http().metric("goku_agent_lag_seconds_count")).isPositive());
      everyMetricIsDocumented(goku.http());
      await().untilAsserted(() -> ownersComeToWhatTheSystemSees(goku.http()));
      assertThat(goku.output()).as("the log is a file").doesNotContain(" INFO ");
      assertThat(data.resolve("goku.log")).content().contains(" INFO ");
      assertThat(goku.terminate()).isIn(0, 143);
    }
    long stopped = System.currentTimeMillis();
    try (GokuProcess again = GokuProcess.start(data, "--no-agent")) {
      System.out.println("second start: ready after " + again.readyAfter());
      JsonNode old = again.http().query(Long.toString(before), "sum:host.net.bytes{iface=*}");
      assertThat(old).isNotEmpty();
      old.get(0)
          .get("dps")
          .fieldNames()
          .forEachRemaining(time -> assertThat(Long.parseLong(time)).isLessThan(stopped));
    }
  }

  private static void everyMetricIsDocumented(GokuHttp http) throws IOException {
    List<String> seen =
        http.admin()
            .get("/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("goku_"))
            .map(line -> line.split("[{ ]", 2)[0])
            .toList();
    assertThat(seen).hasSizeGreaterThan(100).isSubsetOf(MetricTable.read().prometheusNames());
  }

  /// Compares the sum of the owners with the resident memory. The sum may exceed it by committed,
  /// untouched memory. It may hardly fall short of it: then some memory has no owner.
  private static void ownersComeToWhatTheSystemSees(GokuHttp http) {
    double owned = http.metric("goku_process_memory_bytes") + http.metric("goku_long_memory_used");
    double seen = http.metric("goku_process_resident_bytes", "anonymous");
    assertThat(owned / seen).as("%,.0f of %,.0f bytes", owned, seen).isBetween(0.95, 1.25);
  }

  private static void hasRatesByInterface(GokuHttp http, String start) {
    JsonNode rates = http.query(start, "sum:rate:host.net.bytes{iface=*}");
    assertThat(rates).isNotEmpty();
    assertThat(rates.get(0).get("dps")).isNotEmpty();
    assertThat(rates.get(0).get("tags").get("iface").asText()).isNotBlank();
  }
}
