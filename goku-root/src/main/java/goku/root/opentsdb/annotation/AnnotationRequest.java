package goku.root.opentsdb.annotation;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.root.annotation.AnnotationChange;
import goku.root.annotation.AnnotationKey;
import goku.root.opentsdb.language.TimeText;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A parser of annotations in requests. Times are written as in queries.
final class AnnotationRequest {
  private AnnotationRequest() {}

  /// Returns the annotation in the body or else in the parameters, which have no `custom`.
  static AnnotationChange one(HttpRequest request, Instant now) {
    if (request.body().length > 0) {
      return ofJson(Json.object(request), now);
    }
    return change(
        request.parameter("tsuid").orElse(""),
        request.parameter("start_time").orElse(null),
        request.parameter("end_time").orElse(null),
        new Texts(
            request.parameter("description").orElse(null),
            request.parameter("notes").orElse(null),
            null),
        now);
  }

  /// Returns the annotations in the body.
  static List<AnnotationChange> list(HttpRequest request, Instant now) {
    List<AnnotationChange> changes = new ArrayList<>();
    for (JsonNode annotation : Json.array(request)) {
      if (!annotation.isObject()) {
        throw Json.unreadable("each annotation must be a JSON object");
      }
      changes.add(ofJson(annotation, now));
    }
    return changes;
  }

  static String tsuid(String text) {
    Tsuid.parse(List.of(text));
    return text.toUpperCase(Locale.ROOT);
  }

  private record Texts(
      @Nullable String description, @Nullable String notes, @Nullable Map<String, String> custom) {}

  private static AnnotationChange ofJson(JsonNode body, Instant now) {
    return change(
        Json.text(body, "tsuid", ""),
        Json.text(body, "startTime"),
        Json.text(body, "endTime"),
        new Texts(Json.text(body, "description"), Json.text(body, "notes"), custom(body)),
        now);
  }

  private static AnnotationChange change(
      String tsuid, @Nullable String start, @Nullable String end, Texts texts, Instant now) {
    Long startMillis = millis(start, now);
    if (startMillis == null || startMillis == 0) {
      throw new HttpError(
          400, "Missing start time", "Give start_time, or startTime in a JSON body, above 0");
    }
    var key = new AnnotationKey(tsuid.isEmpty() ? "" : tsuid(tsuid), startMillis);
    return new AnnotationChange(
        key, millis(end, now), texts.description(), texts.notes(), texts.custom());
  }

  private static @Nullable Long millis(@Nullable String time, Instant now) {
    if (time == null || time.isEmpty()) {
      return null;
    }
    try {
      return TimeText.parse(time, null, now);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable Map<String, String> custom(JsonNode body) {
    JsonNode custom = body.get("custom");
    if (custom == null || custom.isNull()) {
      return null;
    }
    if (!custom.isObject()) {
      throw Json.unreadable("'custom' must be an object");
    }
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name : (Iterable<String>) custom::fieldNames) {
      fields.put(name, Json.text(custom, name, ""));
    }
    return fields;
  }
}
