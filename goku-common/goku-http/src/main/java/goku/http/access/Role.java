package goku.http.access;

import java.util.Locale;

/// What a caller may do; the words of `roles=` in the auth file.
public enum Role {
  /// Datapoints in, and annotations.
  WRITE,
  /// Queries, names, annotations, who writes how much.
  READ,
  /// The metrics of the process, for what scrapes them.
  METRICS,
  /// Deletes, what is blocked, and whatever else the admin port serves.
  ADMIN;

  private final String word = name().toLowerCase(Locale.ROOT);

  String word() {
    return word;
  }
}
