package goku.shortterm.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastEndTest {
  private static final UUID ID = new UUID(1, 2);

  @TempDir private Path directory;

  @Test
  void theNextOpeningKnowsTheLastEnd() {
    assertThat(seen(ID)).isEmpty();
    var end = new LastEnd(directory);
    end.write(ID, 12_345);
    end.write(ID, 7);
    assertThat(seen(ID)).hasValue(7);
  }

  @Test
  void anEndOfAnotherLogSaysNothing() {
    new LastEnd(directory).write(ID, 5);
    assertThat(seen(new UUID(3, 4))).isEmpty();
    assertThat(seen(LogRange.UNKNOWN)).hasValue(5);
  }

  @Test
  void anUnreadableFileSaysNothing() throws IOException {
    new LastEnd(directory).write(ID, 5);
    for (String damaged : new String[] {"", "\0\0\0\0", ID + " x\n", "5\n"}) {
      Files.writeString(directory.resolve("log-end.txt"), damaged);
      assertThat(seen(ID)).as(damaged).isEmpty();
    }
  }

  private OptionalLong seen(UUID id) {
    return new LastEnd(directory).of(new LogRange(id, 0, 3));
  }
}
