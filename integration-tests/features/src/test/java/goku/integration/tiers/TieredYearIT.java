package goku.integration.tiers;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.DataSize;
import goku.embedded.EmbeddedS3;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Rollup;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.testkit.ManualClock;
import goku.testkit.TestForm;
import goku.testkit.compactor.IdleRun;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Injected days go through shuffler, all tiers and GokuL. At each step every query is answered as
/// by the flat reference.
///
/// The short form keeps data for so short a time that 26 days reach the last tier, and that rollups
/// replace datapoints and each other. The long form has the retention of the paper and 400 days,
/// after which the first ones have expired.
class TieredYearIT {
  /// Eight days before a bucket of 16 days ends, forty days before one of 64 days.
  private static final Instant START = Instant.parse("2025-02-01T00:00:00Z");

  private static final int DAYS = TestForm.isLong() ? 400 : 26;
  private static final int QUERIES = TestForm.isLong() ? 30 : 12;

  /// Jobs mostly wait for S3.
  private static final int THREADS = 8;

  /// Steps are no whole windows, so that the seams move.
  private static final Duration STEP = Duration.ofHours(61).plusMinutes(7);

  private static final Namespace NAMESPACE =
      NamespaceBuilder.namespace("ns")
          .memoryTtl(Duration.ofHours(24))
          .disk(TestForm.isLong() ? disk(24, 80, 384) : disk(8, 20, 100))
          .shards(1, TestForm.isLong() ? 2 : 1)
          .build();
  private static final Namespaces NAMESPACES = new Namespaces(List.of(NAMESPACE));

  @TempDir private Path directory;

  @Test
  void everyQueryAnswersAsTheFlatReference() throws Exception {
    TierData data = TierData.of(1, START, Duration.ofDays(DAYS));
    var clock = new ManualClock(START);
    var registry = new SimpleMeterRegistry();
    try (var s3 = new EmbeddedS3(Files.createDirectory(directory.resolve("s3")))) {
      s3.start();
      var reach =
          new ObjectStoreConfig(
              s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true);
      try (var store = new S3ObjectStore(reach, registry);
          var compactor =
              new CompactorService(
                  new CompactorConfig(
                      reach,
                      directory.resolve("compactor"),
                      Duration.ofSeconds(30),
                      THREADS,
                      Duration.ZERO),
                  SharedSettings.fixed(NAMESPACES),
                  registry,
                  clock);
          var longTerm =
              new LongService(
                  new LongConfig(
                      reach,
                      directory.resolve("long"),
                      directory.resolve("cold"),
                      new DataSize(64L << 20),
                      Duration.ofHours(1),
                      THREADS,
                      Duration.ofHours(1)),
                  SharedSettings.fixed(NAMESPACES),
                  registry,
                  clock)) {
        store.createS3BucketIfAbsent(NAMESPACE.s3Bucket());
        longTerm.takeAll();
        longTerm.start();
        var gokuS =
            new GokuS(NAMESPACE, store, START, Files.createDirectory(directory.resolve("out")));
        for (int step = 1; clock.instant().isBefore(START.plus(Duration.ofDays(DAYS))); step++) {
          clock.advance(STEP);
          gokuS.finalizeDue(data, clock.instant());
          IdleRun.untilIdle(compactor);
          longTerm.pollOnce();
          compare(data, longTerm, clock, step);
        }
      }
    }
  }

  private static Disk disk(int rawDays, int quarterDays, int hourDays) {
    return new Disk(
        Duration.ofDays(rawDays),
        List.of(
            new Rollup(Duration.ofMinutes(15), Duration.ofDays(quarterDays)),
            new Rollup(Duration.ofHours(1), Duration.ofDays(hourDays))),
        Duration.ofDays(quarterDays),
        Optional.of(new Sharding(1, TestForm.isLong() ? 3 : 2)));
  }

  private static void compare(TierData data, LongService longTerm, ManualClock clock, int step)
      throws Exception {
    try (var root = new ComparedRoot(NAMESPACE, data, longTerm, clock)) {
      root.compare(step, QUERIES);
    }
  }
}
