package goku.integration.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuProcess;
import goku.integration.load.HttpSink;
import goku.integration.load.Inspection;
import goku.integration.load.KafkaSink;
import goku.integration.load.KnownSeries;
import goku.integration.load.Queriers;
import goku.integration.load.Roots;
import goku.integration.load.SteadyWriter;
import goku.integration.load.Tally;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One process that nothing happens to: the questions and the answers that are expected are those
/// of the product.
class JudgedStandaloneIT {
  private static final int ENOUGH = 300;
  private static final String STAGE = "calm";

  @TempDir Path data;

  @Test
  void everyAnswerIsRight() {
    var tally = new Tally();
    tally.begin(STAGE);
    try (var goku = GokuProcess.start(data, "--no-agent")) {
      String url = "http://127.0.0.1:" + goku.port();
      long now = System.currentTimeMillis();
      var series = KnownSeries.from("chaos.http", 20, now, 500, 10);
      var late = KnownSeries.from("chaos.kafka", 20, now - 3_600_000, 500, 10);
      try (var roots = new Roots(List.of(new Roots.Root(url, () -> false)));
          var http = new SteadyWriter(series, new HttpSink(List.of(url), 0));
          var kafka = new SteadyWriter(late, new KafkaSink(goku.bootstrapServers()));
          var queriers = new Queriers(roots, List.of(http.written(), kafka.written()), tally, 2)) {
        await()
            .until(() -> tally.right(STAGE) >= ENOUGH || tally.wrong() + tally.failed(STAGE) > 0);
        queriers.stop();
        Inspection.requireAll(roots, List.of(http.written(), kafka.written()));
      }
    }
    System.out.println(tally.report());
    assertThat(tally.wrong() + tally.failed(STAGE) + tally.marked(STAGE))
        .as(tally.report())
        .isZero();
  }
}
