package goku.config;

import java.util.List;
import java.util.stream.Collectors;

/// The failure to load a configuration, with all of its problems, one per line. It is meant to be
/// shown to the user without its stack trace.
public final class ConfigProblems extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public ConfigProblems(List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> "  " + problem)
            .collect(Collectors.joining("\n", headline(problems.size()) + "\n", "")));
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }

  private static String headline(int count) {
    return count == 1 ? "The configuration has a problem:" : count + " problems in configuration:";
  }
}
