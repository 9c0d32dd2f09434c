package goku.http.security;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.LineHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginFactoryTest {
  private record Lingering(Duration linger) implements LineHandler.Factory {
    @Override
    public LineHandler open(String remote) {
      throw new AssertionError("nobody connects");
    }
  }

  @Test
  void linesGatherAsLongAsWithoutALogin(@TempDir Path directory) throws IOException {
    Path users = Files.writeString(directory.resolve("auth"), "token:" + "0".repeat(64) + "\n");
    var behind = new Lingering(Duration.ofMillis(20));
    var guarded = new LoginFactory(new Authenticator(users, 1), behind, () -> {});
    assertThat(guarded.linger()).isEqualTo(behind.linger());
  }
}
