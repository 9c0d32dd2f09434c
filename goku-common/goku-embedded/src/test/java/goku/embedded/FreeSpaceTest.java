package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.DataSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FreeSpaceTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path directory;
  private final AtomicLong free = new AtomicLong(200 * MIB);

  @Test
  void refusesWritesWhileLessThanTheLimitIsFree() {
    try (var space = space(free::get)) {
      space.look();
      assertThat(space.refusal()).isEmpty();
      free.set(100 * MIB - 1);
      space.look();
      assertThat(space.refusal())
          .hasValue(
              "the disk of %s has 99 MiB free, less than min-free-disk of 100 MiB: make room"
                  .formatted(directory));
    }
  }

  @Test
  void acceptsThemAgainOnceATenthMoreIsFree() {
    try (var space = space(free::get)) {
      free.set(50 * MIB);
      space.look();
      free.set(109 * MIB);
      space.look();
      assertThat(space.refusal()).isPresent();
      free.set(110 * MIB);
      space.look();
      assertThat(space.refusal()).isEmpty();
      free.set(105 * MIB);
      space.look();
      assertThat(space.refusal()).as("within the tenth, from above").isEmpty();
    }
  }

  @Test
  void theNearerTheLimitTheSoonerIsTheNextLook() {
    try (var space = space(free::get)) {
      free.set(100_000 * MIB);
      space.look();
      assertThat(space.waitMillis()).isEqualTo(500);
      free.set(500 * MIB);
      space.look();
      assertThat(space.waitMillis()).isEqualTo(100);
      free.set(99 * MIB);
      space.look();
      assertThat(space.waitMillis()).isEqualTo(20);
    }
  }

  @Test
  void anUnknownSpaceChangesNothing() {
    try (var space =
        space(
            () -> {
              if (free.get() < 0) {
                throw new IOException("unknown");
              }
              return free.get();
            })) {
      free.set(50 * MIB);
      space.look();
      free.set(-1);
      space.look();
      assertThat(space.refusal()).isPresent();
    }
  }

  @Test
  void holdsAReserveThatIsReleasedWhenNothingElseIsLeft() {
    Path reserve = directory.resolve("reserve");
    try (var space = space(free::get)) {
      space.look();
      assertThat(reserve).hasSize(16 * MIB);
      free.set(9 * MIB);
      space.look();
      assertThat(reserve).exists();
      free.set(7 * MIB);
      space.look();
      assertThat(reserve).doesNotExist();
      free.set(120 * MIB);
      space.look();
      assertThat(reserve).as("it would nearly make the disk full again").doesNotExist();
      free.set(200 * MIB);
      space.look();
      assertThat(reserve).exists();
    }
  }

  private FreeSpace space(FreeSpace.Reading reading) {
    return new FreeSpace(directory, new DataSize(100 * MIB), reading);
  }
}
