package goku.integration.programs;

import goku.integration.programs.Answers.Compared;
import goku.integration.programs.recording.Sent;
import java.util.List;
import java.util.stream.Stream;

/// The outcome for one program.
///
/// @param started `yes`, or the reason why not
/// @param sent datapoints
/// @param equal datapoints that are answered with equal values
/// @param refused lines and objects that are no datapoints in OpenTSDB either
/// @param differences all that must not be
record Outcome(
    String program,
    String version,
    String started,
    int sent,
    int equal,
    int refused,
    List<String> differences) {
  private static final String STARTED = "yes";

  static Outcome notStarted(String program, String reason) {
    return new Outcome(program, "", "no: " + reason, 0, 0, 0, List.of());
  }

  static Outcome of(String program, String version, Sent sent, Compared compared) {
    return new Outcome(
        program,
        version,
        STARTED,
        compared.sent(),
        compared.equal(),
        sent.refused().size(),
        compared.differences());
  }

  boolean isStarted() {
    return started.equals(STARTED);
  }

  static String table(List<Outcome> outcomes) {
    Stream<String> title =
        Stream.of(
            "| program | version | started | datapoints sent | answered with equal values | refused"
                + " |",
            "| --- | --- | --- | --- | --- | --- |");
    return String.join("\n", Stream.concat(title, outcomes.stream().map(Outcome::row)).toList());
  }

  private String row() {
    return "| %s | %s | %s | %s |"
        .formatted(
            program,
            version,
            started.replaceAll("\\s+", " "),
            isStarted() ? "%,d | %,d | %,d".formatted(sent, equal, refused) : " | | ");
  }
}
