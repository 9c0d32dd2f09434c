package goku.standalone.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A call of a root's HTTP API by a command.
///
/// @param command the command, such as `goku block`
/// @param url the URL of a port of a root
/// @param port the port that the command needs, for the message of a wrong one
/// @param timeout the limit of the whole call
/// @param err where failures are explained
public record RootCall(
    String command, String url, String port, Duration timeout, TokenOption token, PrintWriter err) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(30);

  /// The answer of a root.
  ///
  /// @param partial what the answer lacks; null if it is complete
  public record Answer(JsonNode body, @Nullable String partial) {}

  /// Returns the answer, or null after printing why the call failed.
  ///
  /// @param path the path, with its `/`
  public @Nullable Answer ask(
      String method, String path, Map<String, String> parameters, String body)
      throws InterruptedException {
    String target = url.replaceAll("/+$", "") + path;
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build()) {
      var request =
          token
              .on(HttpRequest.newBuilder(URI.create(target + query(parameters))))
              .timeout(timeout)
              .method(method, BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      JsonNode json = tree(answer.body());
      if (answer.statusCode() / 100 == 2 && json.isObject()) {
        return new Answer(json, answer.headers().firstValue("X-Goku-Partial").orElse(null));
      }
      String reason = json.path("error").path("message").asText();
      err.println(
          "%s: %s answers %d%s"
              .formatted(
                  command,
                  target,
                  answer.statusCode(),
                  reason.isEmpty() ? "; check that --url is %s".formatted(port) : ": " + reason));
    } catch (IOException | IllegalArgumentException failed) {
      err.println(
          "%s: cannot connect to %s: %s; check that the root runs, and --url"
              .formatted(command, target, failed));
    }
    return null;
  }

  private static String query(Map<String, String> parameters) {
    return parameters.isEmpty()
        ? ""
        : parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&", "?", ""));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonNode tree(String body) {
    try {
      return body.isEmpty() ? JSON.createObjectNode() : JSON.readTree(body);
    } catch (IOException noJson) {
      return MissingNode.getInstance();
    }
  }
}
