package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.bucket.BucketFile;
import goku.integration.fixture.BucketFiles;
import goku.integration.query.AskedQuery;
import goku.integration.reference.StoredSeries;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.PointBuffer;
import goku.model.Rollup;
import goku.model.Tier;
import goku.testkit.namespace.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The data set that tests of tiers use is what they rely on.
class TierDataTest {
  private static final Instant START = Instant.parse("2025-01-05T00:00:00Z");
  private static final Duration LENGTH = Duration.ofDays(400);
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();
  private static final Namespace NAMESPACE =
      NamespaceBuilder.namespace("ns")
          .memoryTtl(Duration.ofHours(24))
          .disk(
              new Disk(
                  Duration.ofDays(24),
                  List.of(
                      new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
                      new Rollup(Duration.ofHours(1), Duration.ofDays(384)))))
          .shards(2, 2)
          .build();

  @TempDir private Path directory;

  @Test
  void theSameSeedGivesTheSameDatapoints() {
    TierData data = TierData.of(1, START, Duration.ofDays(10));
    assertThat(TierData.of(1, START, Duration.ofDays(10))).isEqualTo(data);
    assertThat(TierData.of(2, START, Duration.ofDays(10))).isNotEqualTo(data);
  }

  @Test
  void thereAreThirtySeriesSomeOfWhichAreBornAndDie() {
    TierData data = TierData.of(1, START, LENGTH);
    assertThat(data.series()).hasSize(30);
    assertThat(data.size()).isBetween(200_000L, 1_000_000L);
    long month = Duration.ofDays(30).toMillis();
    long start = START.toEpochMilli();
    long end = START.plus(LENGTH).toEpochMilli();
    assertThat(data.series()).anyMatch(series -> series.points().firstKey() > start + month);
    assertThat(data.series()).anyMatch(series -> series.points().lastKey() < end - month);
    assertThat(data.series())
        .allMatch(series -> series.points().firstKey() >= start)
        .allMatch(series -> series.points().lastKey() < end);
  }

  @Test
  void filesOfAllShardsHoldAWindowsDatapoints() throws IOException {
    TierData data = TierData.of(1, START, Duration.ofDays(2));
    long from = START.toEpochMilli() + 12 * WINDOW;
    List<StoredSeries> window = data.between(from, from + WINDOW);
    var files = new BucketFiles(NAMESPACE);
    long points = 0;
    int series = 0;
    for (int shard = 0; shard < 4; shard++) {
      Path path = directory.resolve("bucket-" + shard);
      files.write(path, shard, from, 1, window);
      try (var file = BucketFile.open(path)) {
        file.verify();
        points += file.pointCount();
        series += file.seriesCount();
        var buffer = new PointBuffer();
        for (int entry = 0; entry < file.seriesCount(); entry++) {
          file.read(entry, buffer);
        }
        assertThat(buffer.size()).isEqualTo((int) file.pointCount());
      }
    }
    assertThat(series).isEqualTo(window.size()).isGreaterThan(10);
    assertThat(points).isEqualTo(window.stream().mapToLong(one -> one.points().size()).sum());
  }

  @Test
  void aWindowWithoutDatapointsGivesEmptyFiles() throws IOException {
    Path path = directory.resolve("empty");
    new BucketFiles(NAMESPACE).write(path, 3, 0, 1, List.of());
    try (var file = BucketFile.open(path)) {
      assertThat(file.seriesCount()).isZero();
    }
  }

  @Test
  void mostQueriesFindSomethingAndSomeReachIntoEachForm() {
    Disk disk = NAMESPACE.disk().orElseThrow();
    Instant now = START.plus(LENGTH);
    var reference = new FlatReference(TierData.of(1, START, LENGTH).series(), disk, now);
    var retention = new Retention(disk, now);
    List<AskedQuery> queries = TierQueries.of(1, disk, NAMESPACE.memoryTtl(), now, 200);
    assertThat(queries)
        .filteredOn(
            query ->
                reference.answer(query.request()).series().stream()
                    .anyMatch(series -> !series.points().isEmpty()))
        .hasSizeGreaterThan(140);
    for (long edge : new long[] {retention.rawFrom(), retention.rollupFrom(0)}) {
      assertThat(queries)
          .filteredOn(query -> query.request().startMillis() < edge)
          .filteredOn(query -> query.request().endMillis() > edge)
          .hasSizeGreaterThan(10);
    }
  }
}
