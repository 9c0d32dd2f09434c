package goku.http.access;

import java.util.Locale;

/// A role of a caller: a word of `roles=` in the auth file.
public enum Role {
  /// Permission to write datapoints and annotations.
  WRITE,
  /// Permission to read queries, names, annotations and the top metrics.
  READ,
  /// Permission to scrape the metrics of the process.
  METRICS,
  /// Permission to delete, to block metrics, and to use everything else on the admin port.
  ADMIN;

  private final String word = name().toLowerCase(Locale.ROOT);

  String word() {
    return word;
  }
}
