package goku.namespace;

import goku.config.Problem;
import java.time.Instant;
import java.util.List;

/// A text that did not take force.
///
/// @param source where it came from
/// @param version of the text; empty when it could not even be read
/// @param problems all that is wrong with it
public record Refusal(Instant at, String source, String version, List<Problem> problems) {
  public Refusal {
    problems = List.copyOf(problems);
  }
}
