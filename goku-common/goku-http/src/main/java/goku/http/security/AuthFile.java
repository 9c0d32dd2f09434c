package goku.http.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.access.Caller;
import goku.http.access.Grant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// The users and tokens of a port with their permissions, read from a file of lines:
///
/// ```
/// # a person or a program with a password; goku password prints such a line
/// grafana:pbkdf2-sha256:600000:c2FsdCBhbmQgcGVwcGVy:... roles=read
/// # a bearer token, of which the file has the SHA-256 in hex; goku token prints such a line
/// token:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 roles=write namespaces=a
/// ```
///
/// `Grant` parses the part after the hash.
record AuthFile(Map<String, User> users, List<Token> tokens) {
  /// The name that no user may have.
  static final String TOKEN = "token";

  /// The length of a token's id: enough to distinguish the tokens of a file.
  private static final int TOKEN_ID_BYTES = 8;

  record User(PasswordHash password, Caller caller) {}

  /// @param sha256 the hash of the token
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  record Token(byte[] sha256, Caller caller) {}

  /// @throws UncheckedIOException if the file cannot be read; the message names it
  /// @throws IllegalArgumentException if a line is invalid; the message gives its number, not its
  ///   text
  static AuthFile read(Path path) {
    try {
      return parse(path, Files.readAllBytes(path));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read auth-file " + path + ": " + e, e);
    }
  }

  /// @throws IllegalArgumentException if a line is invalid; the message gives its number, not its
  ///   text
  static AuthFile parse(Path path, byte[] content) {
    List<String> lines = new String(content, UTF_8).lines().toList();
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

  /// Returns the largest number of iterations of the file's passwords.
  int iterations() {
    return users.values().stream()
        .mapToInt(user -> user.password().iterations())
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
    String[] words = line.substring(colon + 1).split("[ \t]+", -1);
    Grant grant = Grant.parse(Arrays.asList(words).subList(1, words.length));
    if (name.equals(TOKEN)) {
      addToken(words[0], grant);
    } else {
      var user = new User(PasswordHash.parse(words[0]), new Caller(name, grant));
      if (users.put(name, user) != null) {
        throw new IllegalArgumentException("the user '" + name + "' is there twice");
      }
    }
  }

  private void addToken(String hex, Grant grant) {
    if (!hex.matches("[0-9a-fA-F]{64}")) {
      throw new IllegalArgumentException(
          "a token is kept as the 64 hex digits of its SHA-256, as sha256sum prints it");
    }
    byte[] sha256 = HexFormat.of().parseHex(hex);
    if (tokens.stream().anyMatch(token -> Arrays.equals(token.sha256(), sha256))) {
      throw new IllegalArgumentException("the token is there twice");
    }
    String name = TOKEN + ":" + HexFormat.of().formatHex(sha256, 0, TOKEN_ID_BYTES);
    tokens.add(new Token(sha256, new Caller(name, grant)));
  }
}
