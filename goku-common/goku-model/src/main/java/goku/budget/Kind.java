package goku.budget;

import java.util.Locale;

/// The purpose of bytes that a client makes the process hold.
public enum Kind {
  /// Heads of HTTP requests, complete or not.
  HEADS,
  /// Bytes of the line protocol that no handler has taken yet.
  LINES,
  /// Bodies of requests, as sent and unzipped.
  BODIES,
  /// Values parsed from bodies.
  TREES,
  /// Series, groups and states of queries.
  QUERIES,
  /// Beginnings of answers that are held back.
  ANSWERS;

  /// Returns the name in metrics and messages.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
