package goku.standalone.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The lines below a table: series that appeared or vanished, by their metrics, and the numbers of
/// the others.
final class Outcomes {
  /// The limit of the metrics in a line.
  private static final int MOST = 5;

  private Outcomes() {}

  static void print(JsonNode answer, PrintWriter out) {
    out.println();
    edges("appeared", answer.path("appeared"), out);
    edges("vanished", answer.path("vanished"), out);
    out.println(
        "compared %d series; %d are constant, %d have too few values"
            .formatted(
                answer.path("compared").asLong(),
                answer.path("constant").asLong(),
                answer.path("tooShort").asLong()));
  }

  private static void edges(String what, JsonNode edges, PrintWriter out) {
    long count = edges.path("count").asLong();
    if (count == 0) {
      return;
    }
    Map<String, Integer> metrics = new TreeMap<>();
    for (JsonNode series : edges.path("series")) {
      metrics.merge(series.path("metric").asText(), 1, Integer::sum);
    }
    String most =
        metrics.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(MOST)
            .map(each -> "%s %d".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    int named = edges.path("series").size();
    String of = named < count ? "of %d of them: ".formatted(named) : "";
    String more = metrics.size() > MOST ? ", ..." : "";
    out.println("%s: %d series (%s%s%s)".formatted(what, count, of, most, more));
  }
}
