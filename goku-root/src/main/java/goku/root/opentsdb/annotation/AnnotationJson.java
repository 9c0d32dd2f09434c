package goku.root.opentsdb.annotation;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.root.annotation.Annotation;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;

/// The JSON of annotations. A time is in seconds, and in milliseconds only if it is not a whole
/// second: OpenTSDB repeats the unit of the client. `custom` is written only if not empty.
final class AnnotationJson {
  private AnnotationJson() {}

  static void write(JsonGenerator json, Annotation annotation) throws IOException {
    write(json, annotation, false);
  }

  private static void write(JsonGenerator json, Annotation annotation, boolean wholeSeconds)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("tsuid", annotation.key().tsuid());
    json.writeNumberField("startTime", time(annotation.key().startMillis(), wholeSeconds));
    json.writeNumberField("endTime", time(annotation.endMillis(), wholeSeconds));
    json.writeStringField("description", annotation.description());
    json.writeStringField("notes", annotation.notes());
    if (!annotation.custom().isEmpty()) {
      json.writeObjectFieldStart("custom");
      for (Map.Entry<String, String> field : annotation.custom().entrySet()) {
        json.writeStringField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static long time(long millis, boolean wholeSeconds) {
    return wholeSeconds || millis % 1000 == 0 ? millis / 1000 : millis;
  }

  static void write(JsonGenerator json, Collection<Annotation> annotations) throws IOException {
    write(json, annotations, false);
  }

  /// @param wholeSeconds whether milliseconds are cut, for readers that take all times for seconds
  static void write(JsonGenerator json, Collection<Annotation> annotations, boolean wholeSeconds)
      throws IOException {
    json.writeStartArray();
    for (Annotation annotation : annotations) {
      write(json, annotation, wholeSeconds);
    }
    json.writeEndArray();
  }
}
