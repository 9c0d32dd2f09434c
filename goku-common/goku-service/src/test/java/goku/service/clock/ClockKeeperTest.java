package goku.service.clock;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.ManualClock;
import goku.time.ElapsedTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockKeeperTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LEAP = Duration.ofHours(30);

  @TempDir private Path directory;

  private final ManualClock wall = new ManualClock(START);
  private final AtomicLong nanos = new AtomicLong();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  /// The time of another machine; empty while that does not answer.
  private Optional<Instant> theirs = Optional.empty();

  @Test
  void theLastCertainTimeIsSavedEveryMinuteAndAtTheEnd() throws IOException {
    try (var keeper = keeper()) {
      pass(Duration.ofSeconds(59));
      keeper.tick();
      assertThat(file()).doesNotExist();
      pass(Duration.ofSeconds(1));
      keeper.tick();
      assertThat(file()).content().isEqualTo("2026-03-01T12:01:00Z\n");
      pass(Duration.ofSeconds(30));
    }
    assertThat(file()).content().isEqualTo("2026-03-01T12:01:30Z\n");
  }

  @Test
  void anUncertainTimeIsNotSaved() {
    try (var keeper = keeper()) {
      wall.advance(LEAP);
      pass(Duration.ofMinutes(5));
      keeper.tick();
    }
    assertThat(file()).doesNotExist();
  }

  @Test
  void aStartFarFromTheSavedTimeIsNotTrusted() throws IOException {
    keeper().close();
    wall.advance(LEAP);
    try (var keeper = keeper()) {
      assertThat(keeper.clock().earliest().instant()).isEqualTo(START);
      assertThat(keeper.check().ok()).isTrue();
      assertThat(keeper.check().reason()).contains("+30h00m00s from the last known time");
      assertThat(gauge("goku.clock.trusted")).isZero();
      assertThat(gauge("goku.clock.deviation")).isEqualTo((double) LEAP.toSeconds());
    }
    assertThat(file()).content().isEqualTo("2026-03-01T12:00:00Z\n");
  }

  @Test
  void aStartWithAnUnreadableFileIsNotTrusted() throws IOException {
    Files.writeString(file(), "2026-03-01T12:0x");
    try (var keeper = keeper()) {
      assertThat(keeper.clock().earliest().instant()).isEqualTo(Instant.EPOCH);
    }
  }

  @Test
  void aStartWithoutHistoryIsTrustedUnlessThereIsAnotherClockToAsk() {
    try (var keeper = keeper()) {
      assertThat(keeper.check().reason()).isEmpty();
      assertThat(gauge("goku.clock.trusted")).isEqualTo(1);
    }
    try (var keeper = keeperWithWitness(Optional.empty())) {
      assertThat(keeper.check().reason()).contains("not confirmed by any other clock yet");
      theirs = Optional.of(START);
      pass(Duration.ofSeconds(5));
      keeper.tick();
      assertThat(keeper.check().reason()).isEmpty();
    }
  }

  @Test
  void anotherClockIsAskedAtTheStart() {
    theirs = Optional.of(START);
    try (var keeper = keeperWithWitness(Optional.of(directory))) {
      keeper.start();
      assertThat(keeper.check().reason()).isEmpty();
    }
  }

  @Test
  void aClockThatDiffersFromAnotherMachineIsReported() {
    theirs = Optional.of(START);
    try (var keeper = keeperWithWitness(Optional.of(directory))) {
      keeper.start();
      theirs = Optional.of(START.minus(Duration.ofMinutes(15)));
      pass(Duration.ofMinutes(1));
      keeper.tick();
      assertThat(keeper.check().reason()).contains("+0h16m00s from that of another machine");
    }
  }

  @Test
  void aLeapIsBelievedAfterTenMinutesOnlyIfThereIsNoOtherClockToAsk() {
    try (var alone = keeper()) {
      assertThat(believesALeap(alone)).isTrue();
    }
    try (var silent = keeperWithWitness(Optional.of(directory))) {
      theirs = Optional.of(wall.instant());
      silent.start();
      theirs = Optional.empty();
      assertThat(believesALeap(silent)).isFalse();
    }
  }

  @Test
  void aClockThatCannotBeAskedChangesNothing() {
    var broken =
        new Witness(
            "S3",
            () -> {
              throw new IOException("no route");
            });
    theirs = Optional.of(START);
    try (var keeper = keeper(Optional.of(directory), List.of(broken, witness()))) {
      keeper.start();
      assertThat(keeper.check().reason()).isEmpty();
    }
  }

  private boolean believesALeap(ClockKeeper keeper) {
    wall.advance(LEAP);
    keeper.tick();
    pass(Duration.ofMinutes(10));
    keeper.tick();
    return keeper.check().reason().isEmpty();
  }

  private ClockKeeper keeper() {
    return keeper(Optional.of(directory), List.of());
  }

  private ClockKeeper keeperWithWitness(Optional<Path> where) {
    return keeper(where, List.of(witness()));
  }

  private ClockKeeper keeper(Optional<Path> where, List<Witness> witnesses) {
    registry.clear();
    var keeper = new ClockKeeper(where, witnesses, wall, new ElapsedTime(nanos::get, () -> 0));
    keeper.addGauges(registry);
    return keeper;
  }

  private Witness witness() {
    return new Witness("ZooKeeper", () -> theirs);
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private Path file() {
    return directory.resolve("clock.txt");
  }

  private void pass(Duration time) {
    wall.advance(time);
    nanos.addAndGet(time.toNanos());
  }
}
