package goku.compactor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.compactor.plan.Deployments;
import goku.compactor.sst.TierBucketSource;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.PointBuffer;
import goku.model.SharedSettings;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.objectstore.StoredObject;
import goku.testkit.ManualClock;
import goku.testkit.compactor.IdleRun;
import goku.testkit.s3.S3Server;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with an S3 server and real files.
class CompactorServiceTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Duration WINDOW = Tier.MEMORY_BUCKET;
  private static final Namespace NAMESPACE = Deployments.namespace(1, 1, Deployments.rollups());

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock(START.plus(Duration.ofHours(34)));
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private S3Server s3;
  private ObjectStore store;

  @BeforeEach
  void startS3() throws Exception {
    s3 = new S3Server();
    store = s3.client();
  }

  @AfterEach
  void stopS3() {
    store.close();
    s3.close();
  }

  @Test
  void windowsOfADayReachTheSecondTier() throws Exception {
    for (int window = 0; window < 13; window++) {
      finalized(window, 1, window == 5 ? 0 : 4);
    }
    try (var service = service()) {
      IdleRun.untilIdle(service);
      Manifest day = manifest(new BucketKey(0, 2, START.toEpochMilli(), 1));
      assertThat(day.series()).isEqualTo(1);
      assertThat(day.points()).isEqualTo(11 * 4);
      assertThat(day.rollupMillis()).isEqualTo(Duration.ofMinutes(15).toMillis());
      assertThat(raw(day).size()).isEqualTo(11 * 4);

      assertThat(
              registry
                  .get("goku.compactor.jobs")
                  .tag("kind", "compact")
                  .tag("tier", "1")
                  .timer()
                  .count())
          .isEqualTo(4);
      JsonNode status = status(service);
      assertThat(status.path("finished").findValuesAsText("task"))
          .contains(
              "compact metrics/0 tier 2 2024-01-01T00:00:00Z to 2024-01-02T00:00:00Z generation 1");
      assertThat(status.path("due")).isEmpty();
    }
  }

  @Test
  void aLateGenerationIsMergedWithTheRemainsOfItsNeighbours() throws Exception {
    for (int window = 0; window < 13; window++) {
      finalized(window, 1, 4);
    }
    try (var service = service()) {
      IdleRun.untilIdle(service);
      // memory has lost all windows of the first day except the last ones
      clock.set(START.plus(Duration.ofHours(47)));
      IdleRun.untilIdle(service);
      assertThat(keys("short/")).noneMatch(key -> key.contains("-" + START.getEpochSecond()));
      finalized(3, 2, 7);
      IdleRun.untilIdle(service);
      Manifest day = manifest(new BucketKey(0, 2, START.toEpochMilli(), 2));
      assertThat(day.points()).isEqualTo(11 * 4 + 7);
      assertThat(raw(day).size()).isEqualTo(11 * 4 + 7);
      assertThat(keys("long/00000/tier-2/")).noneMatch(key -> key.contains("-1/"));
    }
  }

  @Test
  void anEmptyLaterGenerationDoesNotReplaceAFullBucketAndIsReported() throws Exception {
    for (int window = 0; window < 13; window++) {
      finalized(window, 1, 4);
    }
    var bucket = new BucketKey(0, 1, START.toEpochMilli(), 1);
    try (var service = service()) {
      service.start();
      await(() -> keys("long/").contains(TierKeys.tierMarker(bucket)));
      assertThat(manifest(bucket).consumed())
          .containsExactly(new ConsumedWindows(0, List.of(1, 1, 1), List.of(4L, 4L, 4L)));
      finalized(1, 2, 0);
      await(() -> !status(service).path("failing").isEmpty());
      assertThat(status(service).path("failing").get(0).path("reason").asText())
          .contains("shard=0", "window=2024-01-01T02:00:00Z", "datapoints=0 before=4");
      assertThat(service.check().ok()).isFalse();
      assertThat(registry.get("goku.compactor.refused").gauge().value()).isEqualTo(1);
    }
    assertThat(keys("long/00000/tier-1/"))
        .contains(TierKeys.tierMarker(bucket))
        .noneMatch(key -> key.contains("%d-2/".formatted(START.getEpochSecond())));
  }

  @Test
  void generationsAreCarriedUpwardsAndAConsumedFileThatComesAgainIsOnlyRemoved() throws Exception {
    for (int window = 0; window < 13; window++) {
      finalized(window, window == 3 ? 5 : 1, 4);
    }
    try (var service = service()) {
      IdleRun.untilIdle(service);
      clock.set(START.plus(Duration.ofHours(60)));
      IdleRun.untilIdle(service);
      assertThat(keys("long/00000/tier-1/"))
          .noneMatch(key -> key.contains("/" + START.getEpochSecond()));
      Manifest day = manifest(new BucketKey(0, 2, START.toEpochMilli(), 1));
      assertThat(day.consumed().getFirst().generations())
          .containsExactly(1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1);
      finalized(3, 5, 4);
      finalized(4, 1, 4);
      IdleRun.untilIdle(service);
      assertThat(keys("short/00000/bucket-" + START.plus(WINDOW.multipliedBy(3)).getEpochSecond()))
          .isEmpty();
      assertThat(keys("shuffled/")).noneMatch(key -> key.contains("-5/"));
      assertThat(manifest(day.bucket())).isEqualTo(day);
      finalized(3, 6, 5);
      IdleRun.untilIdle(service);
      Manifest later = manifest(new BucketKey(0, 2, START.toEpochMilli(), 2));
      assertThat(later.consumed().getFirst().generations()).element(3).isEqualTo(6);
      assertThat(later.consumed().getFirst().points()).element(3).isEqualTo(5L);
      assertThat(later.points()).isEqualTo(11 * 4 + 5);
    }
  }

  @Test
  void anS3OutageOrDeniedAccessIsReportedUntilItEnds() throws Exception {
    for (int window = 0; window < 3; window++) {
      finalized(window, 1, 4);
    }
    s3.startDenying();
    try (var service = service()) {
      assertThat(service.check().reason()).contains("no search of S3 for work");
      service.start();
      await(() -> !status(service).path("troubles").isEmpty());
      assertThat(status(service).path("troubles").get(0).path("reason").asText())
          .contains("denies access");
      clock.advance(Duration.ofMinutes(2));
      assertThat(service.check().ok()).isFalse();
      assertThat(service.check().reason()).contains("namespace metrics", "denies access");
      s3.start();
      await(() -> keys("long/").stream().anyMatch(key -> key.endsWith(TierKeys.MARKER)));
      await(() -> service.check().ok());
    }
  }

  private CompactorService service() {
    var config =
        new CompactorConfig(
            s3.config(), directory.resolve("work"), Duration.ofMillis(100), 2, Duration.ZERO);
    return new CompactorService(
        config, SharedSettings.fixed(new Namespaces(List.of(NAMESPACE))), registry, clock);
  }

  private void finalized(int window, int generation, int points) throws IOException {
    Instant start = START.plus(WINDOW.multipliedBy(window));
    var info = new BucketInfo("metrics", 0, start.toEpochMilli(), WINDOW.toMillis(), generation);
    Path file = directory.resolve("bucket.goku");
    List<byte[]> metrics = points == 0 ? List.of() : List.of("cpu".getBytes(UTF_8));
    List<byte[]> pairs = points == 0 ? List.of() : List.of("host=a".getBytes(UTF_8));
    try (var writer = new BucketFileWriter(file, info, metrics, pairs)) {
      if (points > 0) {
        var buffer = new PointBuffer();
        for (int i = 0; i < points; i++) {
          buffer.add(start.plus(Duration.ofMinutes(i)).toEpochMilli(), i + 0.5);
        }
        writer.add(42, new int[] {0, 1}, 2, buffer);
      }
      writer.finish();
    }
    store.put(
        S3Server.S3_BUCKET,
        TierKeys.finalized(new BucketKey(0, 0, start.toEpochMilli(), generation)),
        file);
    Files.delete(file);
  }

  private Manifest manifest(BucketKey bucket) {
    String key = TierKeys.tierMarker(bucket);
    return Manifest.parse(store.get(S3Server.S3_BUCKET, key).orElseThrow(), key);
  }

  /// Returns the datapoints of the only series of a bucket.
  private PointBuffer raw(Manifest manifest) throws IOException {
    Path local = Files.createTempDirectory(directory, "read");
    for (var file : manifest.files()) {
      assertThat(
              store.download(
                  S3Server.S3_BUCKET,
                  TierKeys.tierDirectory(manifest.bucket()) + file.name(),
                  local.resolve(file.name())))
          .isTrue();
    }
    var points = new PointBuffer();
    try (var source = new TierBucketSource(local, manifest)) {
      assertThat(source.next()).isTrue();
      source.raw(points);
      assertThat(source.next()).isFalse();
    }
    return points;
  }

  private List<String> keys(String prefix) {
    return store.list(S3Server.S3_BUCKET, prefix).stream().map(StoredObject::key).toList();
  }

  private static JsonNode status(CompactorService service) {
    try {
      return new JsonMapper().readTree(service.status("node"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().until(condition);
  }
}
