package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.PutBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process that is started with much less memory than its datapoints take. It answers
/// with all of them, or with a mark, or with an error that asks for another try. Nothing is lost
/// once it has enough memory again.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class SmallMemoryIT {
  private static final int HOSTS = 300_000;
  private static final int TIMES = 8;
  private static final long DATAPOINTS = (long) HOSTS * TIMES;
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final Duration WATCH = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir Path temporary;

  @Test
  void aStartWithTooLittleMemoryLosesNothing() throws IOException {
    try (var run = StoredRun.empty(temporary, PreparedRun.SETTINGS, HOSTS)) {
      run.start("--memory=2GiB");
      write(run);
      await("the last record is applied").atMost(PATIENCE).until(() -> hasAll(run));
      run.kill();
      run.start("--memory=64MiB");
      await("the end of the watch")
          .during(WATCH)
          .atMost(WATCH.plus(PATIENCE))
          .until(() -> isExactOrMarked(run));
      run.kill();
      run.start("--memory=2GiB");
      awaitAll(run);
      run.loseDisks();
      awaitAll(run);
    }
  }

  /// Writes the number of the host as its values.
  private static void write(StoredRun run) {
    long last = run.now() - STEP.toMillis();
    var batch = new PutBatch(run.http());
    for (int time = 0; time < TIMES; time++) {
      for (int host = 0; host < HOSTS; host++) {
        batch.add(KnownPoints.METRIC, last - time * STEP.toMillis(), host, host);
      }
    }
    batch.send();
  }

  private static void awaitAll(StoredRun run) {
    await("all datapoints without a mark")
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(isExactOrMarked(run)).isTrue();
              return hasAll(run);
            });
  }

  private static boolean hasAll(StoredRun run) {
    Sums sums = Sums.of(run.http());
    return sums.areWhole() && !sums.isPartial();
  }

  private static boolean isExactOrMarked(StoredRun run) {
    Sums sums = Sums.of(run.http());
    return sums.status() == 503 || sums.isPartial() || sums.areWhole();
  }

  /// @param count the number of datapoints in the answer
  /// @param sum the sum of their values
  private record Sums(int status, boolean isPartial, double count, double sum) {
    static Sums of(GokuHttp http) {
      String query = "/api/query?start=1d-ago&m=sum:0all-%s:" + KnownPoints.METRIC;
      var counted = http.get(query.formatted("count"));
      var summed = http.get(query.formatted("sum"));
      boolean isPartial =
          counted.headers().firstValue("X-Goku-Partial").isPresent()
              || summed.headers().firstValue("X-Goku-Partial").isPresent();
      int status = Math.max(counted.statusCode(), summed.statusCode());
      assertThat(status).as("%s %s", counted.body(), summed.body()).isIn(200, 503);
      return status == 200
          ? new Sums(status, isPartial, value(counted.body()), value(summed.body()))
          : new Sums(status, isPartial, 0, 0);
    }

    private static double value(String body) {
      return GokuHttp.series(GokuHttp.parse(body)).values().stream()
          .flatMap(points -> points.values().stream())
          .mapToDouble(Double::doubleValue)
          .sum();
    }

    boolean areWhole() {
      return count == DATAPOINTS && sum == TIMES * (HOSTS * (HOSTS - 1L) / 2.0);
    }
  }
}
