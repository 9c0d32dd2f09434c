package goku.cluster.status;

import goku.cluster.formats.FormatDecision;
import goku.cluster.formats.FormatNode;
import goku.cluster.formats.Formats;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The format level of a deployment as text. Stateless.
public final class FormatReport {
  private FormatReport() {}

  /// Returns the level, what holds it back, and the known nodes.
  public static List<String> lines(Formats formats) {
    List<String> lines = new ArrayList<>(heads(formats));
    lines.add("");
    var table = new Table("NODE", "NEWEST", "SINCE", "RUNS");
    for (FormatNode node : formats.nodes()) {
      table.row(
          node.name(),
          Integer.toString(node.newest()),
          node.since().equals(Instant.EPOCH) ? "before format levels" : time(node.since()),
          formats.running().contains(node.name()) ? "yes" : "no");
    }
    lines.addAll(table.lines());
    return lines;
  }

  /// Returns the level, and what holds it back.
  public static List<String> heads(Formats formats) {
    return List.of(
        "format level  " + inForce(formats), "next          " + next(formats.decision()));
  }

  /// Returns the level in one line.
  static String inForce(Formats formats) {
    return "%d, in force since %s"
        .formatted(formats.inForce().level(), time(formats.inForce().since()));
  }

  private static String next(FormatDecision decision) {
    List<String> parts = new ArrayList<>();
    decision
        .due()
        .ifPresent(due -> parts.add("level %d at %s".formatted(decision.reachable(), time(due))));
    if (!decision.holding().isEmpty()) {
      parts.add(
          "a higher level waits for "
              + decision.holding().stream()
                  .map(
                      node ->
                          "%s, which reads up to level %d".formatted(node.name(), node.newest()))
                  .collect(Collectors.joining("; ")));
    }
    return parts.isEmpty() ? "none, no known node reads a higher level" : String.join("; ", parts);
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
