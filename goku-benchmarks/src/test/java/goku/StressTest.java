package goku;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.HangLimits;
import goku.testkit.TestForm;
import goku.testkit.ThisJava;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lock-free parts under jcstress. The short form runs each for a few seconds, which is enough
/// to show a plain mistake. The long form takes an hour.
class StressTest {
  @Test
  void noForbiddenOutcomeIsSeen(@TempDir Path reports) throws Exception {
    Process process =
        new ProcessBuilder(
                ThisJava.path(),
                "-cp",
                ThisJava.classpath(),
                "org.openjdk.jcstress.Main",
                "-t",
                "goku\\.",
                "-m",
                TestForm.isLong() ? "default" : "quick",
                // one way to compile them
                "-jvmArgs",
                "-Xmx256m",
                "-sc",
                "false",
                "-r",
                reports.toString())
            .directory(reports.toFile())
            .redirectErrorStream(true)
            .start();
    try {
      List<String> said;
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        said = lines.lines().toList();
      }
      assertThat(process.waitFor(HangLimits.PROCESS.toSeconds(), TimeUnit.SECONDS))
          .as("ended")
          .isTrue();
      assertThat(said)
          .as("what it said")
          .anyMatch(line -> line.contains("6 passed, 0 failed, 0 soft errs, 0 hard errs"));
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
