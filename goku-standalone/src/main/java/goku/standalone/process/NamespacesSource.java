package goku.standalone.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.namespace.NamespacesText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/// The source of a process's namespaces: a file, or the built-in ones. Files are read on demand.
public record NamespacesSource(Optional<Path> file) {
  private static final String BUILT_IN = "/namespaces.yaml";

  /// Returns the source for a file.
  ///
  /// @param file empty for the built-in namespaces
  public static NamespacesSource of(Path file) {
    return new NamespacesSource(file.toString().isEmpty() ? Optional.empty() : Optional.of(file));
  }

  /// Returns the name for messages.
  public String name() {
    return file.map(Path::toString).orElse("the built-in namespaces");
  }

  /// Reads the current text.
  ///
  /// @throws goku.config.ConfigProblems if the text is invalid
  public NamespacesText read() {
    return NamespacesText.of(
        file.map(NamespacesText::read).orElseGet(NamespacesSource::builtIn), name());
  }

  /// Returns the text of the built-in namespaces.
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
