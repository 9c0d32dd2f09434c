package goku.tier;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T13:00:00Z"));
  private final Leftovers leftovers = new Leftovers(Duration.ofHours(1), clock);

  @Test
  void aLeftoverIsRemovedOnceItWasSeenForAnHour() throws Exception {
    Path file = Files.createFile(directory.resolve("a.broken"));
    Path tree = Files.createDirectories(directory.resolve("db.broken/inner")).getParent();
    leftovers.review(List.of(file));
    clock.advance(Duration.ofMinutes(59));
    leftovers.review(List.of(file, tree));
    assertThat(file).exists();
    clock.advance(Duration.ofMinutes(1));
    leftovers.review(List.of(file, tree));
    assertThat(file).doesNotExist();
    assertThat(tree).exists();
    clock.advance(Duration.ofMinutes(59));
    leftovers.review(List.of(tree));
    assertThat(tree).doesNotExist();
  }

  @Test
  void aLeftoverThatVanishedAndAppearsAgainIsKeptForAnHour() throws Exception {
    Path file = Files.createFile(directory.resolve("a.broken"));
    leftovers.review(List.of(file));
    clock.advance(Duration.ofMinutes(30));
    leftovers.review(List.of());
    clock.advance(Duration.ofMinutes(30));
    leftovers.review(List.of(file));
    assertThat(file).exists();
  }
}
