package goku.http.security;

import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Fuzz tests: every auth file is read, or its invalid line is reported.
class AuthFileFuzzTest {
  static final class AuthFiles implements FuzzTarget {
    private final Path path = Path.of("auth");

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          """
          # who may
          ann:pbkdf2-sha256:1000:MDEyMzQ1Njc4OWFiY2RlZg==:/X9S2Mwm1REvqIvFiD2Q4z8UsKrbhgi7qZ2jzSKV4Wc= roles=read,write namespaces=a,b queries-per-second=5
          token:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 roles=metrics
          """);
    }

    @Override
    public int inputs() {
      return 20_000;
    }

    @Override
    public void take(byte[] input) {
      AuthFile.parse(path, input);
    }

    @Override
    public boolean isRefusal(Exception thrown) {
      return thrown instanceof IllegalArgumentException;
    }
  }

  @Test
  void authFiles() throws Exception {
    Fuzz.run(AuthFiles.class);
  }
}
