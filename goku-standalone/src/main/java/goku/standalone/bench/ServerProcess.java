package goku.standalone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/// The process that is measured, if it runs on this machine.
record ServerProcess(OptionalLong pid) {
  private static final String RESIDENT = "VmRSS:";

  /// Returns the CPU time of all its threads; zero if unknown.
  Duration cpu() {
    return pid.isEmpty()
        ? Duration.ZERO
        : ProcessHandle.of(pid.getAsLong())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElse(Duration.ZERO);
  }

  /// Returns its resident bytes; zero if unknown.
  long residentBytes() {
    if (pid.isEmpty()) {
      return 0;
    }
    Path status = Path.of("/proc/%d/status".formatted(pid.getAsLong()));
    try (var lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException notLinux) {
      return 0;
    }
  }
}
