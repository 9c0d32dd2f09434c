package goku.integration.storeddata;

import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process through random changes of its settings, some of them while it runs, and
/// losses of its disks. All settings keep all datapoints.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class RandomSettingsIT {
  private static final int CHANGES = 30;
  private static final List<String> BACKFILLS = List.of("1h", "4h", "26h", "3d");
  private static final List<String> MEMORY_TTLS = List.of("24h", "40h", "3d", "5d");
  private static final List<String> DISKS =
      List.of(
          "{raw-ttl: 24d}",
          "{raw-ttl: 30d}",
          "{raw-ttl: 80d}",
          "{raw-ttl: 24d, rollups: [{interval: 1h, ttl: 400d}]}");
  private static final List<String> MEMORIES =
      List.of("--memory=64MiB", "--memory=256MiB", "--memory=2GiB");
  private static final Duration LEAST_LATE = Duration.ofMinutes(20);

  @TempDir Path temporary;

  @Test
  void noChangeOfSettingsLosesADatapoint() throws IOException {
    var random = new Random(TestForm.seed());
    try (var run = AgedRun.copy(temporary)) {
      run.start();
      for (int change = 0; change < CHANGES; change++) {
        var settings =
            new Settings(of(BACKFILLS, random), of(MEMORY_TTLS, random), of(DISKS, random));
        if (random.nextBoolean()) {
          run.change(settings);
          System.out.printf("change %d live: %s%n", change, settings);
        } else {
          restart(run, settings, random, change);
        }
        run.watch(Duration.ofSeconds(random.nextInt(4)));
        write(run, random);
        run.watch(Duration.ofSeconds(random.nextInt(4)));
      }
      run.loseDisks();
      run.awaitCompacted();
      run.awaitExact();
    }
  }

  private static void restart(StoredRun run, Settings settings, Random random, int change)
      throws IOException {
    if (random.nextBoolean()) {
      run.stop();
    } else {
      run.kill();
    }
    boolean losesShort = random.nextInt(4) == 0;
    boolean losesLong = random.nextInt(4) == 0;
    if (losesShort) {
      StoredFiles.remove(run.files.gokuS());
    }
    if (losesLong) {
      StoredFiles.remove(run.files.gokuL());
    }
    run.change(settings);
    Duration stopped = Duration.ofHours(random.nextInt(10));
    run.pass(stopped);
    String memory = of(MEMORIES, random);
    System.out.printf(
        "change %d at a restart after %s with %s, GokuS lost %s, GokuL lost %s: %s%n",
        change, stopped, memory, losesShort, losesLong, settings);
    run.start(memory);
  }

  /// Datapoints of now and late ones, as far as they are taken.
  private static void write(StoredRun run, Random random) {
    long now = run.now();
    run.points.offer(run.http(), now - LEAST_LATE.toMillis(), now, Duration.ofMinutes(5));
    long late = now - Duration.ofMinutes(random.nextInt(60 * 80)).toMillis();
    run.points.offer(run.http(), late, late + 3, Duration.ofMillis(1));
    run.awaitApplied();
  }

  private static String of(List<String> choices, Random random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
