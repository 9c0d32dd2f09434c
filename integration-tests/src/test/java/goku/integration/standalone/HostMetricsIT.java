package goku.integration.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMetricsIT {
  @TempDir Path data;

  @Test
  void realMetricsOfThisMachineComeBackAndAreStillThereAfterARestart() {
    long before = System.currentTimeMillis();
    try (GokuProcess goku = GokuProcess.start(data)) {
      System.out.println("first start: ready after " + goku.readyAfter());
      await()
          .atMost(Duration.ofSeconds(40))
          .untilAsserted(() -> hasRatesByInterface(goku.http(), "5m-ago"));
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () ->
                  assertThat(goku.http().query("5m-ago", "sum:rate:host.cpu.time{core=*}"))
                      .hasSize(Runtime.getRuntime().availableProcessors()));
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

  private static void hasRatesByInterface(GokuHttp http, String start) {
    JsonNode rates = http.query(start, "sum:rate:host.net.bytes{iface=*}");
    assertThat(rates).isNotEmpty();
    assertThat(rates.get(0).get("dps")).isNotEmpty();
    assertThat(rates.get(0).get("tags").get("iface").asText()).isNotBlank();
  }
}
