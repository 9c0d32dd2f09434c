package goku.integration.recovery;

import static goku.integration.recovery.Truth.awaitWhileTimePasses;
import static goku.integration.recovery.Truth.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.testkit.HangLimits;
import goku.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A cluster whose S3 is away for hours, so that nothing is uploaded or compacted. Before, windows
/// that the tiers have consumed are changed: late datapoints, and a delete. Neither is lost or
/// undone.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class S3AwayIT {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String METRIC = "cpu.user";
  private static final int HOSTS = 4;
  private static final int HOURS_BEFORE = 20;
  private static final int HOURS_AFTER = 40;
  private static final int EVERY = 5;
  private static final int PER_HOUR = 60 / EVERY;

  /// The begins of changed windows, in hours since the start.
  private static final int LATE = 6;

  private static final int DELETED = 8;

  @TempDir private Path directory;

  /// The start, in the past, because Kafka stamps records with the machine's time.
  private final long start =
      Instant.now().toEpochMilli() / 86_400_000 * 86_400_000 - 7 * 86_400_000;

  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(start));
  private final Truth truth = new Truth(start - 1);

  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "7, false", "7, true", "23, false", "23, true", "30, true"})
  void nothingIsLostOrUndone(int hoursAway, boolean disksAreLost) throws IOException {
    Path machines = directory.resolve("machines");
    try (var outside = new Outside(directory, clock)) {
      try (var nodes = new Nodes(machines, namespaces("1h"), outside, clock)) {
        nodes.awaitReady();
        live(nodes.http(), HOURS_BEFORE);
        awaitWhileTimePasses(
            clock,
            () -> {
              requireExact(nodes.http());
              assertThat(tierHas(LATE) && tierHas(DELETED)).as("the tiers have both").isTrue();
            });
      }
      try (var nodes = new Nodes(machines, namespaces("16h"), outside, clock)) {
        nodes.awaitReady();
        outside.cutOffS3();
        change(nodes.http());
        if (disksAreLost) {
          nodes.loseGokuS();
        }
        live(nodes.http(), hoursAway);
        outside.returnS3();
        awaitWhileTimePasses(clock, () -> requireExact(nodes.http()));
        live(nodes.http(), HOURS_AFTER);
        awaitWhileTimePasses(clock, () -> requireExact(nodes.http()));
        nodes.loseGokuS();
        nodes.awaitReady();
        awaitWhileTimePasses(clock, () -> requireExact(nodes.http()));
      }
    }
  }

  private Path namespaces(String backfill) throws IOException {
    String yaml =
        """
        namespaces:
          - name: ns1
            default: true
            backfill: %s
            memory-ttl: 24h
            disk:
              raw-ttl: 24d
              shard-groups: 1
              shards-per-group: 2
            kafka-topic: goku-ns1
            s3: {bucket: goku-ns1}
            shard-groups: 1
            shards-per-group: 2
            metrics: []
        """
            .formatted(backfill);
    return Files.writeString(directory.resolve("namespaces.yaml"), yaml);
  }

  /// Lets some hours pass, each with its datapoints.
  private void live(GokuHttp http, int hours) {
    for (int hour = 0; hour < hours; hour++) {
      long from = clock.millis();
      clock.advance(HOUR);
      truth.write(http, METRIC, HOSTS, 1, times(from, PER_HOUR, EVERY), 0);
      awaitExactOrMarked(http);
    }
  }

  private void change(GokuHttp http) {
    truth.write(http, METRIC, HOSTS, 1, times(hour(LATE) + 1234, PER_HOUR, EVERY), 0.5);
    truth.delete(http, METRIC, hour(DELETED), hour(DELETED + 2) - 1);
    awaitExactOrMarked(http);
  }

  private long hour(int since) {
    return start + since * HOUR.toMillis();
  }

  /// Tells whether S3 has a bucket of a tier with the time.
  private boolean tierHas(int hour) throws IOException {
    Path tiers = directory.resolve("s3").resolve("goku-ns1").resolve("long");
    if (!Files.exists(tiers)) {
      return false;
    }
    String first = "/tier-1/%d-".formatted(hour(hour / 6 * 6) / 1000);
    try (var files = Files.walk(tiers)) {
      return files.map(Path::toString).anyMatch(name -> name.contains(first));
    }
  }

  private void awaitExactOrMarked(GokuHttp http) {
    await("exact or marked answers")
        .atMost(HangLimits.STEP)
        .untilAsserted(() -> truth.requireAllOrMarked(http, METRIC));
  }

  private void requireExact(GokuHttp http) {
    assertThat(truth.mark(http, METRIC)).isEmpty();
    truth.requireAll(http);
  }
}
