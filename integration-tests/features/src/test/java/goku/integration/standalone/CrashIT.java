package goku.integration.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.Ledger;
import goku.integration.fixture.SteadyWriters;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole product killed in the middle of a load, over and over, on the same directory and
/// ports.
class CrashIT {
  private static final int KILLS = TestForm.isLong() ? 20 : 3;

  /// The datapoints per life of the process, so that each sees its share of the load before it is
  /// killed.
  private static final int ACKNOWLEDGED_PER_LIFE = TestForm.isLong() ? 100_000 : 8_000;

  @TempDir Path data;

  @Test
  void everythingAcknowledgedIsThereAfterKills() {
    int port = GokuProcess.freePort();
    int kafkaPort = GokuProcess.freePort();
    var viaKafka = new Ledger("crash.kafka", Instant.now().minusSeconds(5400));
    var viaHttp = new Ledger("crash.http", Instant.now().minusSeconds(5400));
    GokuProcess goku = GokuProcess.start(data, port, kafkaPort, "--no-agent");
    try (var writers = new SteadyWriters(goku, viaKafka, viaHttp)) {
      for (int life = 1; life <= KILLS; life++) {
        awaitGrowth(viaKafka, viaHttp);
        goku.kill();
        goku = GokuProcess.start(data, port, kafkaPort, "--no-agent");
        System.out.printf("kill %d: ready again after %s%n", life, goku.readyAfter());
      }
      awaitGrowth(viaKafka, viaHttp);
      writers.stop();
      allThere(goku.http(), viaKafka);
      allThere(goku.http(), viaHttp);
    } finally {
      goku.close();
    }
  }

  private static void awaitGrowth(Ledger... ledgers) {
    for (Ledger ledger : ledgers) {
      int target = ledger.acknowledged() + ACKNOWLEDGED_PER_LIFE;
      await().until(() -> ledger.acknowledged() >= target);
    }
  }

  private static void allThere(GokuHttp http, Ledger ledger) {
    await()
        .pollInterval(Duration.ofMillis(500))
        .until(() -> ledger.missingFrom(http.series(ledger.metric(), ledger.startMillis())) == 0);
    Map<String, Map<Long, Double>> found = http.series(ledger.metric(), ledger.startMillis());
    assertThat(ledger.wrongIn(found)).isZero();
    System.out.printf("%s: %d acknowledged, none lost%n", ledger.metric(), ledger.acknowledged());
  }
}
