package goku.standalone.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `goku correlate`.
@Command(
    name = "correlate",
    description = "prints the series that correlate most with another one, the needle")
public final class CorrelateCommand extends SearchCommand {
  private static final SeriesTable TABLE =
      new SeriesTable(
          List.of(
              SeriesTable.Column.number("coefficient", "%+.3f"),
              SeriesTable.Column.number("before", "%+.3f"),
              SeriesTable.Column.number("lag", "%+.0f"),
              SeriesTable.Column.number("common", "%.0f"),
              SeriesTable.Column.onset()));

  @Parameters(
      paramLabel = "NEEDLE",
      description = "a sub query with one result, such as sum:rate:http.errors{code=500}")
  private String needle = "";

  @Option(
      names = "--start",
      paramLabel = "TIME",
      defaultValue = "2h-ago",
      description = "begin of the range, as in /api/query (default: ${DEFAULT-VALUE})")
  private String start = "";

  @Option(
      names = "--lags",
      paramLabel = "SLOTS",
      description = "compares earlier and later series too, by up to 60 slots (default: 0)")
  private @Nullable String lags;

  @Option(
      names = "--score",
      paramLabel = "SCORE",
      description = "pearson (default) for linear relations, spearman for all monotonic ones")
  private @Nullable String score;

  @Override
  String endpoint() {
    return "correlate";
  }

  @Override
  void addTo(Map<String, String> parameters) {
    parameters.put("needle", needle);
    parameters.put("start", start);
    put(parameters, "lags", lags);
    put(parameters, "score", score);
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    out.println(
        "%s  %s"
            .formatted(
                Sparkline.of(answer.at("/needle/values")),
                SeriesTable.name(answer.at("/needle/metric").asText(), answer.path("needle"))));
    out.println();
    TABLE.print(answer, out);
  }
}
