package goku.integration.grafana;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.HttpWire;
import java.util.Map;

/// A client of Grafana, by the headers that it sends.
final class GrafanaClient {
  private final HttpWire http;
  private final Map<String, String> headers;

  private GrafanaClient(int port, Map<String, String> headers) {
    this.http = new HttpWire(port);
    this.headers = headers;
  }

  static GrafanaClient browser(int port) {
    return new GrafanaClient(
        port,
        Map.of(
            "User-Agent", "Grafana/11.6.0",
            "Accept", "application/json, text/plain, */*",
            "Accept-Encoding", "gzip, deflate, br, zstd",
            "Content-Type", "application/json",
            "X-Forwarded-For", "10.0.0.7",
            "X-Grafana-Org-Id", "1"));
  }

  static GrafanaClient goUpTo12(int port) {
    return new GrafanaClient(port, goHeaders("Grafana/12.3.0"));
  }

  static GrafanaClient go13(int port) {
    return new GrafanaClient(port, goHeaders("Go-http-client/1.1"));
  }

  private static Map<String, String> goHeaders(String agent) {
    return Map.of(
        "User-Agent", agent, "Accept-Encoding", "gzip", "Content-Type", "application/json");
  }

  HttpWire.Reply get(String target) {
    return http.get(target, headers);
  }

  HttpWire.Reply post(String target, String json) {
    return http.send("POST", target, headers, json.getBytes(UTF_8));
  }

  /// The JSON of an answer 200.
  JsonNode found(String target) {
    return read(get(target));
  }

  /// The series of an answer 200 to a query.
  JsonNode series(String target, String json) {
    return read(post(target, json));
  }

  private static JsonNode read(HttpWire.Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.contentType()).startsWith("application/json");
    return GokuHttp.parse(reply.text());
  }
}
