package goku.tier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.model.Rollup;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final Duration GRACE = Duration.ofDays(1);
  private static final Instant NOW = Instant.parse("2024-01-01T00:00:00Z");
  private static final Disk LONG = disk(24, 80);
  private static final Disk SHORT = disk(10, 80);
  private static final Retention FIRST = Retention.next(Optional.empty(), LONG, GRACE, NOW);

  private static Disk disk(int rawDays, int rollupDays) {
    return new Disk(
        Duration.ofDays(rawDays),
        List.of(new Rollup(Duration.ofMinutes(15), Duration.ofDays(rollupDays))));
  }

  private static Retention next(Retention before, Disk wanted, Instant now) {
    return Retention.next(Optional.of(before), wanted, GRACE, now);
  }

  @Test
  void firstRetentionIsInForceAtOnce() {
    assertThat(FIRST.waits()).isFalse();
    assertThat(FIRST.inForce(SHORT)).isEqualTo(LONG);
    assertThat(next(FIRST, LONG, NOW.plus(GRACE))).isEqualTo(FIRST);
  }

  @Test
  void shorterTimeWaitsForTheGracePeriod() {
    Instant changed = NOW.plusSeconds(5);
    Retention waiting = next(FIRST, SHORT, changed);
    assertThat(waiting.waits()).isTrue();
    assertThat(waiting.inForce(SHORT)).isEqualTo(LONG);
    assertThat(next(waiting, SHORT, changed.plus(GRACE).minusMillis(1))).isEqualTo(waiting);
    Retention over = next(waiting, SHORT, changed.plus(GRACE));
    assertThat(over.waits()).isFalse();
    assertThat(over.inForce(SHORT)).isEqualTo(SHORT);
  }

  @Test
  void longerTimeIsInForceAtOnceAndWithdrawsAShorterOne() {
    Retention waiting = next(FIRST, SHORT, NOW);
    assertThat(next(waiting, LONG, NOW).waits()).isFalse();
    assertThat(next(waiting, disk(30, 80), NOW).inForce(LONG)).isEqualTo(disk(30, 80));
  }

  @Test
  void anotherShorterTimeWaitsAnew() {
    Retention waiting = next(FIRST, SHORT, NOW);
    Retention other = next(waiting, disk(5, 80), NOW.plus(GRACE));
    assertThat(other.waits()).isTrue();
    assertThat(other.sinceMillis()).isEqualTo(NOW.plus(GRACE).toEpochMilli());
  }

  @Test
  void rollupsThatAreDroppedCoarserOrShorterWait() {
    assertThat(next(FIRST, new Disk(Duration.ofDays(24), List.of()), NOW).waits()).isTrue();
    assertThat(next(FIRST, disk(24, 79), NOW).waits()).isTrue();
    Rollup coarser = new Rollup(Duration.ofMinutes(30), Duration.ofDays(90));
    assertThat(next(FIRST, new Disk(Duration.ofDays(24), List.of(coarser)), NOW).waits()).isTrue();
    Rollup finer = new Rollup(Duration.ofMinutes(5), Duration.ofDays(80));
    assertThat(next(FIRST, new Disk(Duration.ofDays(24), List.of(finer)), NOW).waits()).isFalse();
  }

  @Test
  void retentionIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    Retention waiting = next(FIRST, SHORT, NOW);
    byte[] golden = GoldenFile.read(RetentionTest.class, "retention-v2.json");
    assertThat(new String(waiting.toBytes(), UTF_8)).isEqualTo(new String(golden, UTF_8));
    assertThat(Retention.parse(golden, Retention.KEY)).isEqualTo(waiting);
  }
}
