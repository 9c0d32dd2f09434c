package goku.namespace;

import goku.config.Problem;
import java.time.Instant;
import java.util.List;

/// A rejected text of a namespaces file.
///
/// @param source the origin of the text
/// @param version the version of the text; empty if it could not be read
/// @param problems all problems of the text
public record Refusal(Instant at, String source, String version, List<Problem> problems) {
  public Refusal {
    problems = List.copyOf(problems);
  }
}
