package goku.root.opentsdb.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.Tag;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The JSON in the bodies of requests and answers. Text after the JSON of a body is ignored.
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(com.fasterxml.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
          // an aborted answer must not look complete
          .disable(com.fasterxml.jackson.core.StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .build();

  private Json() {}

  @FunctionalInterface
  public interface Content {
    void writeTo(JsonGenerator json) throws IOException, InterruptedException;
  }

  /// Returns an answer 200 that is written while it is sent.
  public static HttpResponse answer(Content content) {
    return answer(200, content);
  }

  /// Returns an answer with another status.
  public static HttpResponse answer(int status, Content content) {
    return new HttpResponse(
        status,
        HttpResponse.JSON,
        Map.of(),
        out -> {
          try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.writeTo(json);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("cannot write the answer: interrupted");
          }
        });
  }

  /// Returns the object in the body of the request.
  public static JsonNode object(HttpRequest request) {
    JsonNode body = body(request);
    if (!body.isObject()) {
      throw unreadable("the body must be a JSON object");
    }
    return body;
  }

  /// Returns the array in the body of the request.
  public static JsonNode array(HttpRequest request) {
    JsonNode body = body(request);
    if (!body.isArray()) {
      throw unreadable("the body must be a JSON array");
    }
    return body;
  }

  /// Returns whether the first character of the body that is not a space begins an array.
  public static boolean isArray(HttpRequest request) {
    for (byte one : request.body()) {
      if (one > ' ' || one < 0) {
        return one == '[';
      }
    }
    return false;
  }

  private static JsonNode body(HttpRequest request) {
    if (request.body().length == 0) {
      throw new HttpError(
          400,
          "Missing message content",
          "Supply valid JSON formatted data in the body of your request");
    }
    try {
      return MAPPER.readTree(request.body());
    } catch (IOException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  /// Returns the names of the members of the object in the body.
  public static Set<String> members(HttpRequest request) {
    Set<String> names = new HashSet<>();
    try (JsonParser json = FACTORY.createParser(request.body())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        names.add(json.currentName());
        json.nextToken();
        json.skipChildren();
      }
      return names;
    } catch (IOException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  public static HttpError unreadable(String details) {
    return new HttpError(400, "Unable to parse the given JSON", details);
  }

  /// Returns the text of a member, of a number as written; null if it is missing or null.
  public static @Nullable String text(JsonNode object, String member) {
    JsonNode node = object.get(member);
    if (node == null || node.isNull()) {
      return null;
    }
    if (!node.isValueNode()) {
      throw unreadable("'%s' must be a text or a number".formatted(member));
    }
    return node.asText();
  }

  public static String text(JsonNode object, String member, String byDefault) {
    String text = text(object, member);
    return text == null ? byDefault : text;
  }

  /// Returns the elements of an array; none if it is missing or null.
  public static Iterable<JsonNode> list(JsonNode object, String member) {
    JsonNode list = object.get(member);
    if (list == null || list.isNull()) {
      return List.of();
    }
    if (!list.isArray()) {
      throw unreadable("'%s' must be an array".formatted(member));
    }
    return list;
  }

  /// Returns the texts in an array; none if it is missing or null.
  public static List<String> texts(JsonNode object, String member) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : list(object, member)) {
      if (!element.isValueNode()) {
        throw unreadable("'%s' must be an array of texts".formatted(member));
      }
      texts.add(element.asText());
    }
    return texts;
  }

  /// Returns a member that is an object; null if it is missing or null.
  public static @Nullable JsonNode inner(JsonNode object, String member) {
    JsonNode inner = object.get(member);
    if (inner == null || inner.isNull()) {
      return null;
    }
    if (!inner.isObject()) {
      throw unreadable("'%s' must be an object".formatted(member));
    }
    return inner;
  }

  /// Writes the member `tags`.
  public static void tags(JsonGenerator json, List<Tag> tags) throws IOException {
    json.writeObjectFieldStart("tags");
    for (Tag tag : tags) {
      json.writeStringField(tag.key(), tag.value());
    }
    json.writeEndObject();
  }

  /// Writes a value as it was read.
  public static void copy(JsonGenerator json, JsonNode value) throws IOException {
    MAPPER.writeTree(json, value);
  }

  public static boolean flag(JsonNode object, String member) {
    String text = text(object, member, "false");
    return switch (text) {
      case "true" -> true;
      case "false", "" -> false;
      default -> throw unreadable("'%s' must be true or false, not '%s'".formatted(member, text));
    };
  }

  /// Returns a number. 0 counts as not given, because Grafana sends 0 for an empty field.
  public static double number(JsonNode object, String member, double byDefault) {
    String text = text(object, member, "");
    try {
      double value = text.isEmpty() ? 0 : Double.parseDouble(text);
      return value == 0 ? byDefault : value;
    } catch (NumberFormatException e) {
      throw unreadable("'%s' must be a number, not '%s'".formatted(member, text));
    }
  }
}
