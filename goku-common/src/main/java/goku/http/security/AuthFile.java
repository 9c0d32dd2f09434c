package goku.http.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Who may use the port: a file of lines
///
/// ```
/// # a person or a program with a password; goku password prints such a line
/// grafana:pbkdf2-sha256:600000:c2FsdCBhbmQgcGVwcGVy:...
/// # a bearer token, of which the file has the SHA-256 in hex
/// token:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
/// ```
///
/// @param tokens SHA-256 of each
record AuthFile(Map<String, PasswordHash> users, List<byte[]> tokens) {
  private static final String TOKEN = "token";

  /// @throws IllegalArgumentException naming the line that is wrong, without repeating it
  static AuthFile read(Path path) {
    List<String> lines;
    try {
      lines = Files.readAllLines(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read auth-file " + path + ": " + e, e);
    }
    var file = new AuthFile(new HashMap<>(), new ArrayList<>());
    for (int i = 0; i < lines.size(); i++) {
      try {
        file.add(lines.get(i).strip());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "auth-file %s, line %d: %s".formatted(path, i + 1, e.getMessage()));
      }
    }
    if (file.users.isEmpty() && file.tokens.isEmpty()) {
      throw new IllegalArgumentException(
          "auth-file " + path + " has no user and no token: add a line, or leave auth-file empty");
    }
    return file;
  }

  /// The most that checking a password of the file takes.
  int iterations() {
    return users.values().stream()
        .mapToInt(PasswordHash::iterations)
        .max()
        .orElse(PasswordHash.MIN_ITERATIONS);
  }

  private void add(String line) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    int colon = line.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("must be user:password hash or token:sha256");
    }
    String name = line.substring(0, colon);
    String rest = line.substring(colon + 1);
    if (name.equals(TOKEN)) {
      tokens.add(tokenHash(rest));
    } else if (users.put(name, PasswordHash.parse(rest)) != null) {
      throw new IllegalArgumentException("the user '" + name + "' is there twice");
    }
  }

  private static byte[] tokenHash(String hex) {
    if (!hex.matches("[0-9a-fA-F]{64}")) {
      throw new IllegalArgumentException(
          "a token is kept as the 64 hex digits of its SHA-256, as sha256sum prints it");
    }
    return HexFormat.of().parseHex(hex);
  }
}
