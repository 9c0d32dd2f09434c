package goku.standalone.inspect;

import java.io.IOException;
import java.nio.file.Path;

/// A kind of file. Stateless.
interface FileKind {
  /// Returns the name for the list of known kinds: `a namespaces file`.
  String name();

  /// Returns whether the file claims to be of this kind. `describe` checks its content.
  boolean recognises(Path file) throws IOException;

  /// Returns a description of the file's content.
  ///
  /// @throws goku.config.ConfigProblems if it is invalid
  /// @throws goku.format.FormatException if its bytes cannot be decoded
  String describe(Path file) throws IOException;
}
