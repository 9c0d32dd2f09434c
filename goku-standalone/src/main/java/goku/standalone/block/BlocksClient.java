package goku.standalone.block;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.standalone.client.TokenOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
  ///
  /// @param query the query part of the URL with its `?`, or nothing
  @Nullable JsonNode ask(String method, String query, String body) throws InterruptedException {
    var line = Objects.requireNonNull(spec).commandLine();
    String target = url.replaceAll("/+$", "") + "/api/goku/blocks";
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      var request =
          token
              .on(HttpRequest.newBuilder(URI.create(target + query)))
              .timeout(TIMEOUT)
              .method(method, BodyPublishers.ofString(body))
              .build();
      var answer = client.send(request, BodyHandlers.ofString());
      JsonNode json = answer.body().isEmpty() ? JSON.createObjectNode() : tree(answer.body());
      if (answer.statusCode() / 100 == 2) {
        return json;
      }
      String reason = json.path("error").path("message").asText();
      line.getErr()
          .println(
              "goku block: %s answers %d%s"
                  .formatted(
                      target,
                      answer.statusCode(),
                      reason.isEmpty()
                          ? "; check that --url is the admin port of a root"
                          : ": " + reason));
    } catch (IOException | IllegalArgumentException failed) {
      line.getErr()
          .println(
              "goku block: cannot connect to %s: %s; check that the root runs, and --url"
                  .formatted(target, failed));
    }
    return null;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
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

  private static JsonNode tree(String body) {
    try {
      return JSON.readTree(body);
    } catch (IOException noJson) {
      return JSON.createObjectNode();
    }
  }
}
