package goku.root.opentsdb.names;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.NameKind;
import goku.root.fanout.Marked;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;

/// The handler of `/api/suggest`: names with a prefix, case-sensitive, in byte order.
public final class SuggestHandler implements HttpHandler {
  private static final int DEFAULT_MAX = 25;

  private final NameDirectory names;
  private final Dialect dialect;

  public SuggestHandler(NameDirectory names, Dialect dialect) {
    this.names = names;
    this.dialect = dialect;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET", "POST");
    Question question = request.method().equals("POST") ? body(request) : parameters(request);
    Marked<String> found =
        names.suggest(kind(question.type()), question.prefix(), max(question.max()));
    Shortfall shortfall = found.shortfall();
    if (!dialect.partialAnswers() || request.has("fail_on_partial")) {
      shortfall.requireNone();
    }
    return shortfall.mark(
        Json.answer(
            json -> {
              json.writeStartArray();
              for (String name : found.found()) {
                json.writeString(name);
              }
              json.writeEndArray();
            }));
  }

  private record Question(String type, String prefix, String max) {}

  private static Question parameters(HttpRequest request) {
    return new Question(
        request.parameter("type").orElse(""),
        request.parameter("q").orElse(""),
        request.parameter("max").orElse(""));
  }

  private static Question body(HttpRequest request) {
    JsonNode body = Json.object(request);
    return new Question(
        Json.text(body, "type", ""), Json.text(body, "q", ""), Json.text(body, "max", ""));
  }

  private static NameKind kind(String type) {
    return switch (type) {
      case "metrics" -> NameKind.METRIC;
      case "tagk" -> NameKind.TAG_KEY;
      case "tagv" -> NameKind.TAG_VALUE;
      case "" -> throw new HttpError(400, "Missing parameter <code>type</code>");
      default ->
          throw new HttpError(
              400, "Invalid 'type' parameter: %s; must be metrics, tagk or tagv".formatted(type));
    };
  }

  private static int max(String text) {
    try {
      int max = text.isEmpty() ? 0 : Integer.parseInt(text);
      return max > 0 ? max : DEFAULT_MAX;
    } catch (NumberFormatException e) {
      throw new HttpError(400, "Unable to parse 'max' as a number: " + text, e.getMessage());
    }
  }
}
