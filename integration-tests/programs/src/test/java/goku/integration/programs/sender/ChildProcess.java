package goku.integration.programs.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A running program. What it prints is kept in `output.txt` of its folder.
public final class ChildProcess implements AutoCloseable {
  private static final int SECONDS_TO_END = 10;

  private final Process process;
  private final Path output;

  private ChildProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static ChildProcess start(Path work, Map<String, String> environment, Object... command)
      throws IOException {
    Path output = work.resolve("output.txt");
    var builder =
        new ProcessBuilder(Arrays.stream(command).map(Object::toString).toList())
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return new ChildProcess(builder.start(), output);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// Returns what the program has printed.
  public String output() {
    try {
      return Files.readString(output, UTF_8);
    } catch (IOException e) {
      return "cannot read " + output + ": " + e.getMessage();
    }
  }

  /// Ends the program and all processes that it has started.
  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
