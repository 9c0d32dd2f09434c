package goku.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/// The line and the reason of a YAML syntax error.
record YamlFault(int line, String reason) {
  /// @param lastLine line of the last token before the error
  static YamlFault of(JsonProcessingException failure, String yaml, int lastLine) {
    return switch (failure.getCause()) {
      case MarkedYAMLException marked -> of(marked, lastLine);
      case ReaderException unreadable ->
          new YamlFault(
              (int)
                      yaml.substring(0, Math.min(unreadable.getPosition(), yaml.length()))
                          .chars()
                          .filter(c -> c == '\n')
                          .count()
                  + 1,
              "character U+%04X is not allowed".formatted(unreadable.getCodePoint()));
      case null, default ->
          new YamlFault(
              lastLine, failure.getOriginalMessage().lines().findFirst().orElse("no reason"));
    };
  }

  private static YamlFault of(MarkedYAMLException failure, int lastLine) {
    Mark at = failure.getProblemMark();
    Mark around = failure.getContextMark();
    int line = at == null ? lastLine : at.getLine() + 1;
    String reason = failure.getProblem();
    if (failure.getContext() == null) {
      return new YamlFault(line, reason);
    }
    // an unclosed construct is found only at the end of the text, so name its begin too
    String begin = around == null ? "" : " that begins on line " + (around.getLine() + 1);
    return new YamlFault(line, reason + ", " + failure.getContext() + begin);
  }

  Problem problem(String source) {
    return new Problem(source + ":" + line, "", "", "is not valid YAML: " + reason);
  }
}
