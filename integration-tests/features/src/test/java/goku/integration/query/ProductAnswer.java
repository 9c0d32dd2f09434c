package goku.integration.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import goku.integration.reference.AnsweredPoint;
import goku.integration.reference.AnsweredSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An answer of the product, read token by token: "In seconds, points of one second appear one
/// after the other under the same key", which maps would hide.
///
/// @param body as it came, or the message of an error
public record ProductAnswer(int status, List<AnsweredSeries> series, String body) {
  private static final JsonFactory JSON = new JsonFactory();

  public static ProductAnswer read(int status, byte[] body) throws IOException {
    List<AnsweredSeries> series = new ArrayList<>();
    try (JsonParser json = JSON.createParser(body)) {
      require(json.nextToken(), JsonToken.START_ARRAY);
      while (json.nextToken() != JsonToken.END_ARRAY) {
        series.add(element(json));
      }
    }
    return new ProductAnswer(status, series, "");
  }

  private static AnsweredSeries element(JsonParser json) throws IOException {
    String metric = "";
    SortedMap<String, String> tags = new TreeMap<>();
    List<String> aggregateTags = new ArrayList<>();
    List<AnsweredPoint> points = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String member = json.currentName();
      JsonToken value = json.nextToken();
      switch (member) {
        case "metric" -> metric = json.getText();
        case "tags" -> {
          while (json.nextToken() != JsonToken.END_OBJECT) {
            tags.put(json.currentName(), json.nextTextValue());
          }
        }
        case "aggregateTags" -> {
          while (json.nextToken() != JsonToken.END_ARRAY) {
            aggregateTags.add(json.getText());
          }
        }
        case "dps" -> points(json, value, points);
        default -> throw new AssertionError("a member that nobody asked for: " + member);
      }
    }
    return new AnsweredSeries(metric, tags, aggregateTags, points, 0);
  }

  private static void points(JsonParser json, JsonToken form, List<AnsweredPoint> points)
      throws IOException {
    if (form == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        json.nextToken();
        long time = json.getLongValue();
        json.nextToken();
        points.add(new AnsweredPoint(time, value(json)));
        require(json.nextToken(), JsonToken.END_ARRAY);
      }
    } else {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        long time = Long.parseLong(json.currentName());
        json.nextToken();
        points.add(new AnsweredPoint(time, value(json)));
      }
    }
  }

  /// "nan writes the string "NaN", null writes null".
  private static @Nullable Number value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_NULL -> null;
      case VALUE_STRING -> {
        if (!json.getText().equals("NaN")) {
          throw new AssertionError("not a value: " + json.getText());
        }
        yield Double.NaN;
      }
      default -> throw new AssertionError("not a value: " + json.currentToken());
    };
  }

  private static void require(JsonToken found, JsonToken wanted) {
    if (found != wanted) {
      throw new AssertionError("%s where %s should be".formatted(found, wanted));
    }
  }
}
