package goku.namespace;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.config.ConfigProblems;
import goku.config.NamespacesFile;
import goku.config.Problem;
import goku.model.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The text of a valid namespaces file.
///
/// @param version SHA-256 of the text in hexadecimal digits, by which processes compare texts
public record NamespacesText(String yaml, String version, Namespaces namespaces) {
  /// Parses a text.
  ///
  /// @param source the origin of the text, for messages
  /// @throws goku.config.ConfigProblems with all problems of the text
  public static NamespacesText of(String yaml, String source) {
    return new NamespacesText(yaml, version(yaml), NamespacesFile.parse(yaml, source));
  }

  /// Returns the text of a file.
  ///
  /// @throws goku.config.ConfigProblems if the file cannot be read, is too large or is not UTF-8
  public static String read(Path file) {
    try {
      return NamespacesFile.text(Files.readAllBytes(file), file.toString());
    } catch (IOException failed) {
      throw new ConfigProblems(
          List.of(
              new Problem(
                  file.toString(), "namespaces", "", "the file cannot be read: " + failed)));
    }
  }

  /// Returns the version of any text, valid or not.
  public static String version(String yaml) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(yaml.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
