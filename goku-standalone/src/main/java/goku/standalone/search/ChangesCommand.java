package goku.standalone.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The command `goku changes`.
@Command(
    name = "changes",
    description = "prints the series that changed most in a window, compared with the time before")
public final class ChangesCommand extends SearchCommand {
  private static final SeriesTable TABLE =
      new SeriesTable(
          List.of(
              SeriesTable.Column.number("score", "%.2f"),
              SeriesTable.Column.number("distance", "%.2f"),
              SeriesTable.Column.number("volume", "%+.2f"),
              SeriesTable.Column.onset()));

  @Option(
      names = "--start",
      paramLabel = "TIME",
      defaultValue = "30m-ago",
      description = "begin of the window, as in /api/query (default: ${DEFAULT-VALUE})")
  private String start = "";

  @Option(
      names = "--baseline",
      paramLabel = "DURATION",
      description = "length of the time before (default: four windows)")
  private @Nullable String baseline;

  @Override
  String endpoint() {
    return "changes";
  }

  @Override
  void addTo(Map<String, String> parameters) {
    parameters.put("start", start);
    put(parameters, "baseline", baseline);
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    TABLE.print(answer, out);
  }
}
