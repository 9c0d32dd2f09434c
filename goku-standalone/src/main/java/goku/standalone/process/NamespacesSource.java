package goku.standalone.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.namespace.NamespacesText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/// Where a process has its namespaces from: a file, or else those that are built in. What the file
/// says is read when it is asked for.
public record NamespacesSource(Optional<Path> file) {
  private static final String BUILT_IN = "/namespaces.yaml";

  /// Those of the file.
  ///
  /// @param file empty for the built-in namespaces
  public static NamespacesSource of(Path file) {
    return new NamespacesSource(file.toString().isEmpty() ? Optional.empty() : Optional.of(file));
  }

  /// For people.
  public String name() {
    return file.map(Path::toString).orElse("the built-in namespaces");
  }

  /// What it says now.
  ///
  /// @throws goku.config.ConfigProblems when that is not right
  public NamespacesText read() {
    return NamespacesText.of(
        file.map(NamespacesText::read).orElseGet(NamespacesSource::builtIn), name());
  }

  /// The text of the built-in namespaces.
  public static String builtIn() {
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
