package goku.standalone.block;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `goku block add`.
@Command(name = "add", description = "blocks metrics: rejects, hides, and no longer stores them")
final class BlockAddCommand extends BlocksClient implements Callable<Integer> {
  @Parameters(
      paramLabel = "METRIC",
      arity = "1..*",
      description = "names, or prefixes with --prefix")
  private List<String> metrics = new ArrayList<>();

  @Option(names = "--prefix", description = "block all metrics with these prefixes")
  private boolean prefix;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for people.")
  private String reason = "";

  @Override
  public Integer call() throws InterruptedException {
    ArrayNode rules = JSON.createArrayNode();
    for (String metric : metrics) {
      rules.addObject().put("metric", metric).put("prefix", prefix).put("reason", reason);
    }
    JsonNode answer = ask("POST", Map.of(), rules.toString());
    if (answer == null) {
      return 1;
    }
    print(answer, out());
    return 0;
  }
}
