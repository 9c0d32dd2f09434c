package goku.root.conformance.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An HTTP request or telnet lines.
public record RecordedRequest(JsonNode json) {
  /// Characters that are not escaped in a query string.
  private static final String SAFE = "!$'()*,-./:;=?@_~";

  public boolean isTelnet() {
    return json.has("telnet");
  }

  public List<String> lines(CaseTokens tokens) {
    List<String> lines = new ArrayList<>();
    json.path("telnet").forEach(line -> lines.add(tokens.fill(line.asText())));
    return lines;
  }

  public String method() {
    return json.path("method").asText("GET");
  }

  public String path() {
    return json.path("path").asText();
  }

  public boolean hasParameter(String name) {
    for (JsonNode pair : json.path("params")) {
      if (pair.get(0).asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /// Returns path and query string, escaped as by a client.
  public String target(CaseTokens tokens) {
    String path = tokens.fill(path());
    if (json.has("raw_query")) {
      return path + "?" + tokens.fill(json.get("raw_query").asText());
    }
    List<String> parameters = new ArrayList<>();
    for (JsonNode pair : json.path("params")) {
      String name = quoted(tokens.fill(pair.get(0).asText()));
      JsonNode value = pair.get(1);
      parameters.add(value.isNull() ? name : name + "=" + quoted(tokens.fill(value.asText())));
    }
    return parameters.isEmpty() ? path : path + "?" + String.join("&", parameters);
  }

  public Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    json.path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
    if (json.has("body") || json.has("body_text")) {
      headers.putIfAbsent("Content-Type", "application/json");
    }
    return headers;
  }

  /// Returns the body before compression; empty if there is none.
  public byte[] body(CaseTokens tokens) {
    String text =
        json.has("body")
            ? tokens.fill(json.get("body")).toString()
            : tokens.fill(json.path("body_text").asText(""));
    return text.getBytes(UTF_8);
  }

  public boolean gzip() {
    return json.path("gzip").asBoolean();
  }

  public boolean chunked() {
    return json.path("chunked").asBoolean();
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || SAFE.indexOf(c) >= 0)) {
        quoted.append(c);
      } else {
        quoted.append("%%%02X".formatted((int) c));
      }
    }
    return quoted.toString();
  }
}
