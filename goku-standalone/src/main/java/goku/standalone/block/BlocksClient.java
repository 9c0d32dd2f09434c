package goku.standalone.block;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.standalone.client.RootCall;
import goku.standalone.client.TokenOption;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The base of the commands below `goku block`, which call a root.
@Command
abstract class BlocksClient {
  static final JsonMapper JSON = new JsonMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:4243",
      description = "URL of a root's admin port (default: ${DEFAULT-VALUE})")
  private String url = "";

  @Mixin private TokenOption token = new TokenOption();
  @Spec private @Nullable CommandSpec spec;

  PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  /// Returns the root's answer, or null after printing why the call failed.
  @Nullable JsonNode ask(String method, Map<String, String> parameters, String body)
      throws InterruptedException {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    var call = new RootCall("goku block", url, "the admin port of a root", TIMEOUT, token, err);
    RootCall.Answer answer = call.ask(method, "/api/goku/blocks", parameters, body);
    return answer == null ? null : answer.body();
  }

  /// Prints a line for each rule.
  static void print(JsonNode answer, PrintWriter out) {
    for (JsonNode block : answer.path("blocks")) {
      String pattern =
          block.path("metric").asText() + (block.path("prefix").asBoolean() ? "*" : "");
      Instant since = Instant.ofEpochMilli(block.path("since").asLong());
      out.println(
          "%s  %s  %s".formatted(since, pattern, block.path("reason").asText()).stripTrailing());
    }
  }
}
