package goku.standalone.inspect;

import java.io.IOException;
import java.nio.file.Path;

/// A kind of file. Stateless.
interface FileKind {
  /// As in the list of what is known: `a namespaces file`.
  String name();

  /// Whether the file claims to be of this kind; whether it is right is `describe`'s to say.
  boolean recognises(Path file) throws IOException;

  /// What the file means, for people.
  ///
  /// @throws goku.config.ConfigProblems when it is not right
  /// @throws goku.format.FormatException when its bytes cannot be read
  String describe(Path file) throws IOException;
}
