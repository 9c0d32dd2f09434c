package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.format.finalize.FinalizeRecord;
import goku.model.SeriesName;
import goku.query.usage.MetricUsage;
import goku.query.usage.ShardUsage;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.ShardFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that usage is known after a restart, because it is counted from the restored data.
class UsageAfterRestartTest {
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final int RECORDS = 60;

  @TempDir private Path directory;

  private static List<byte[]> log() {
    var random = new Random(11);
    List<byte[]> log = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      log.add(batch(random));
    }
    log.add(RECORDS / 2, new FinalizeRecord(NOW - 4 * 3_600_000L).toBytes());
    return log;
  }

  private static byte[] batch(Random random) {
    var batch = new BatchWriter();
    for (int i = 0; i < 80; i++) {
      String tags = " host=h" + random.nextInt(50) + " rack=r" + random.nextInt(5);
      byte[] name = ("metric" + random.nextInt(9) + tags).getBytes(UTF_8);
      long time = NOW - random.nextInt(9 * 3600) * 1000L;
      batch.add(SeriesName.ofCanonical(name), time, random.nextInt(1000) / 8.0);
    }
    return batch.toBytes();
  }

  @Test
  void countsSurviveARestart() throws IOException {
    List<byte[]> log = log();
    List<Object> before;
    try (var life = new Life(directory)) {
      life.replay(log, log.size());
      before = told(life);
    }
    try (var life = new Life(directory)) {
      assertThat(told(life)).isEqualTo(before);
    }
    assertThat(before).hasSizeGreaterThan(9);
  }

  @Test
  void countsOfAReplayAreThoseOfTheLifeBefore() throws IOException {
    List<byte[]> log = log();
    List<Object> before;
    var first = new Life(directory.resolve("first"));
    first.replay(log, log.size());
    before = told(first);
    first.kill();
    try (var again = new Life(directory.resolve("second"))) {
      again.replay(log, log.size());
      assertThat(told(again)).isEqualTo(before);
    }
  }

  /// All that is told of the shard's metrics.
  private static List<Object> told(Life life) {
    ShardUsage usage = new ShardReader(life.shard).usage();
    List<Object> told = new ArrayList<>();
    usage.metrics("").metrics().stream()
        .sorted(Comparator.comparing(MetricUsage::metric))
        .forEach(
            metric -> {
              told.add(metric);
              usage.tagKeys(metric.metric()).stream()
                  .sorted(Comparator.comparing(TagKeyUsage::key))
                  .forEach(told::add);
              usage.tagValues(metric.metric(), "host").stream()
                  .sorted(Comparator.comparing(TagValueUsage::value))
                  .forEach(told::add);
            });
    return told;
  }
}
