package goku.root.opentsdb.annotation;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.root.annotation.Annotation;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;

/// The JSON of annotations: times in seconds, `custom` only if not empty.
final class AnnotationJson {
  private AnnotationJson() {}

  static void write(JsonGenerator json, Annotation annotation) throws IOException {
    json.writeStartObject();
    json.writeStringField("tsuid", annotation.key().tsuid());
    json.writeNumberField("startTime", annotation.key().startSeconds());
    json.writeNumberField("endTime", annotation.endSeconds());
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

  static void write(JsonGenerator json, Collection<Annotation> annotations) throws IOException {
    json.writeStartArray();
    for (Annotation annotation : annotations) {
      write(json, annotation);
    }
    json.writeEndArray();
  }
}
