package goku.root.opentsdb.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.budget.Account;
import goku.budget.Kind;
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
  /// The limit of an object's tokens: its brackets, names and values. A token takes one or two
  /// bytes as text, so that the limit of a body's bytes does not bound the tree.
  static final int MOST_TOKENS = 100_000;

  /// The limit of a list's tokens. Only annotations and the blocklist are lists.
  static final int MOST_TOKENS_OF_LIST = 1_000_000;

  static final int MOST_LEVELS = 100;

  /// The bytes of a token in memory.
  private static final long TOKEN_BYTES = 60;

  private static final ObjectMapper OBJECTS = new ObjectMapper(factory(MOST_TOKENS));
  private static final ObjectMapper LISTS = new ObjectMapper(factory(MOST_TOKENS_OF_LIST));

  private Json() {}

  private static JsonFactory factory(int mostTokens) {
    StreamReadConstraints limits =
        StreamReadConstraints.builder()
            .maxTokenCount(mostTokens)
            .maxNestingDepth(MOST_LEVELS)
            .build();
    return JsonFactory.builder()
        .streamReadConstraints(limits)
        // clients invent names, and interned ones are never forgotten
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        // an aborted answer must not look complete
        .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
        .build();
  }

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
          try (JsonGenerator json = OBJECTS.createGenerator(out)) {
            content.writeTo(json);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("cannot write the answer: interrupted");
          }
        });
  }

  /// Returns the object in the body of the request.
  public static JsonNode object(HttpRequest request) {
    JsonNode body = body(request, OBJECTS, MOST_TOKENS);
    if (!body.isObject()) {
      throw unreadable("the body must be a JSON object");
    }
    return body;
  }

  /// Returns the array in the body of the request.
  public static JsonNode array(HttpRequest request) {
    JsonNode body = body(request, LISTS, MOST_TOKENS_OF_LIST);
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

  private static JsonNode body(HttpRequest request, ObjectMapper mapper, int mostTokens) {
    if (request.body().length == 0) {
      throw new HttpError(
          400,
          "Missing message content",
          "Supply valid JSON formatted data in the body of your request");
    }
    charge(request.body().length, mostTokens);
    try {
      return mapper.readTree(request.body());
    } catch (StreamConstraintsException e) {
      throw tooLarge(e, mostTokens);
    } catch (IOException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  /// Charges the tree to the request until its end.
  private static void charge(long length, int mostTokens) {
    Account.holdForCurrent(Kind.TREES, TOKEN_BYTES * Math.min(length, mostTokens) + length);
  }

  /// Returns the names of the members of the object in the body.
  public static Set<String> members(HttpRequest request) {
    Set<String> names = new HashSet<>();
    try (JsonParser json = OBJECTS.createParser(request.body())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        names.add(json.currentName());
        json.nextToken();
        json.skipChildren();
      }
      return names;
    } catch (StreamConstraintsException e) {
      throw tooLarge(e, MOST_TOKENS);
    } catch (IOException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  private static HttpError tooLarge(StreamConstraintsException e, int mostTokens) {
    return new HttpError(
        413,
        "cannot read the JSON of the body: the limits are %d brackets, names and values, and %d levels; send several requests"
            .formatted(mostTokens, MOST_LEVELS),
        e.getOriginalMessage());
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
    OBJECTS.writeTree(json, value);
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
