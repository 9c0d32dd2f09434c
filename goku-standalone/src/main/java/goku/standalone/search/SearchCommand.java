package goku.standalone.search;

import com.fasterxml.jackson.databind.JsonNode;
import goku.standalone.client.RootCall;
import goku.standalone.client.TokenOption;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The base of the commands that search over all series. The root checks the values of options.
@Command
abstract class SearchCommand implements Callable<Integer> {
  /// The limit of a search, more than the deadlines of roots.
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:4242",
      description = "URL of a root (default: ${DEFAULT-VALUE})")
  private String url = "";

  @Option(names = "--end", paramLabel = "TIME", description = "end of the range (default: now)")
  private @Nullable String end;

  @Option(
      names = "--haystack",
      paramLabel = "METRIC*{TAG=VALUE}",
      description = "the series to compare: a metric, or a prefix and *, with filters (default: *)")
  private @Nullable String haystack;

  @Option(names = "--namespace", paramLabel = "NAME", description = "the only namespace to search")
  private @Nullable String namespace;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "length of a slot, such as 1m (default: chosen by the range)")
  private @Nullable String interval;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "number of series to print, at most 1000 (default: 20)")
  private @Nullable String top;

  @Option(names = "--json", description = "prints the answer of the root")
  private boolean json;

  @Mixin private TokenOption token = new TokenOption();
  @Spec private @Nullable CommandSpec spec;

  /// Returns the name of the endpoint, which is that of the command.
  abstract String endpoint();

  /// Adds the parameters of this search.
  abstract void addTo(Map<String, String> parameters);

  /// Prints the series.
  abstract void print(JsonNode answer, PrintWriter out);

  @Override
  public Integer call() throws InterruptedException {
    var line = Objects.requireNonNull(spec).commandLine();
    Map<String, String> parameters = new TreeMap<>();
    put(parameters, "end", end);
    put(parameters, "haystack", haystack);
    put(parameters, "namespace", namespace);
    put(parameters, "interval", interval);
    put(parameters, "top", top);
    addTo(parameters);
    String command = "goku " + endpoint();
    PrintWriter err = line.getErr();
    RootCall.Answer answer =
        new RootCall(command, url, "a port of a root for queries", TIMEOUT, token, err)
            .ask("GET", "/api/goku/" + endpoint(), parameters, "");
    if (answer == null) {
      return 1;
    }
    if (json) {
      line.getOut().println(answer.body());
    } else {
      print(answer.body(), line.getOut());
      Outcomes.print(answer.body(), line.getOut());
    }
    if (answer.partial() != null) {
      err.println("%s: data are missing: %s".formatted(command, answer.partial()));
    }
    return 0;
  }

  static void put(Map<String, String> parameters, String name, @Nullable String value) {
    if (value != null) {
      parameters.put(name, value);
    }
  }
}
