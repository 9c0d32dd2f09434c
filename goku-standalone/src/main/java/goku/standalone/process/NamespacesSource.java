package goku.standalone.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.config.NamespacesFile;
import goku.model.Namespaces;
import goku.standalone.embedded.StartupProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The namespaces to run with: those of a file, or the built-in one.
public record NamespacesSource(String yaml, Namespaces namespaces) {
  private static final String BUILT_IN = "/namespaces.yaml";

  /// Reads a file.
  ///
  /// @param file empty for the built-in namespaces
  public static NamespacesSource of(Path file) {
    String yaml = file.toString().isEmpty() ? builtIn() : read(file);
    String name = file.toString().isEmpty() ? "built-in namespaces" : file.toString();
    return new NamespacesSource(yaml, NamespacesFile.parse(yaml, name));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new StartupProblem(
          "namespaces file %s cannot be read (%s): check --namespaces".formatted(file, e), e);
    }
  }

  private static String builtIn() {
    try (InputStream in = NamespacesSource.class.getResourceAsStream(BUILT_IN)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + BUILT_IN);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
