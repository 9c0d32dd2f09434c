package goku.http.security;

import goku.testkit.Fuzz;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/// Whatever stands in an auth file, it is read or the line that is wrong is told.
class AuthFileFuzzTest {
  @Test
  void authFiles() {
    Path path = Path.of("auth");
    String file =
        """
        # who may
        ann:%s roles=read,write namespaces=a,b queries-per-second=5
        token:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 roles=metrics
        """
            .formatted(PasswordHash.of("x", 1_000, new SecureRandom()).text());
    Fuzz.of(file).run(input -> AuthFile.parse(path, input), IllegalArgumentException.class);
  }
}
