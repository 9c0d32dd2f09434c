package goku.root.opentsdb.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.root.metadata.MetadataField;
import goku.root.opentsdb.wire.Json;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields of metadata that a request sets. As in OpenTSDB, an empty text and the number 0 count
/// as omitted, except for `max` and `min`. Null clears a text.
///
/// @param fields the stored form of the values
/// @param custom null if omitted
record GivenFields(Map<MetadataField, String> fields, @Nullable Map<String, String> custom) {
  /// The limit on a text, a page of it.
  static final int MAX_BYTES = 4096;

  /// The fields that a query string can set. OpenTSDB ignores `created` there.
  private static final Map<MetadataField, String> PARAMETERS =
      Map.of(
          MetadataField.DESCRIPTION, "description",
          MetadataField.NOTES, "notes",
          MetadataField.DISPLAY_NAME, "display_name",
          MetadataField.UNITS, "units",
          MetadataField.DATA_TYPE, "data_type",
          MetadataField.RETENTION, "retention",
          MetadataField.MAX, "max",
          MetadataField.MIN, "min");

  static GivenFields ofBody(JsonNode body, Set<MetadataField> known) {
    Map<MetadataField, String> fields = new EnumMap<>(MetadataField.class);
    for (MetadataField field : known) {
      JsonNode value = body.get(field.member());
      if (value != null) {
        set(fields, field, value);
      }
    }
    return new GivenFields(fields, custom(body));
  }

  private static void set(Map<MetadataField, String> fields, MetadataField field, JsonNode value) {
    if (!value.isValueNode() || (value.isBoolean() && field.type() != MetadataField.Type.TEXT)) {
      throw unreadable(field, value);
    }
    String text = value.isNull() ? "" : checked(field.member(), value.asText());
    switch (field.type()) {
      case TEXT -> {
        if (value.isNull() || !text.isEmpty()) {
          fields.put(field, text);
        }
      }
      case INT, LONG -> setUnlessZero(fields, field, value);
      case DOUBLE -> fields.put(field, isNothing(value) ? "0.0" : stored(field, value));
    }
  }

  private static void setUnlessZero(
      Map<MetadataField, String> fields, MetadataField field, JsonNode value) {
    String stored = isNothing(value) ? field.byDefault() : stored(field, value);
    if (!stored.equals(field.byDefault())) {
      fields.put(field, stored);
    }
  }

  private static boolean isNothing(JsonNode value) {
    return value.isNull() || value.asText().isEmpty();
  }

  private static String stored(MetadataField field, JsonNode value) {
    boolean fraction = value.isFloatingPointNumber() && field.type() != MetadataField.Type.DOUBLE;
    try {
      return field.stored(
          fraction ? value.decimalValue().toBigInteger().toString() : value.asText());
    } catch (NumberFormatException e) {
      throw unreadable(field, value);
    }
  }

  private static HttpError unreadable(MetadataField field, JsonNode value) {
    return Json.unreadable(
        "'%s' must be %s, not %s"
            .formatted(field.member(), wanted(field), value.isValueNode() ? value : "a container"));
  }

  private static String wanted(MetadataField field) {
    return switch (field.type()) {
      case TEXT -> "a text";
      case INT -> "an integer of 32 bits";
      case LONG -> "an integer";
      case DOUBLE -> "a number";
    };
  }

  private static @Nullable Map<String, String> custom(JsonNode body) {
    JsonNode custom = Json.inner(body, "custom");
    if (custom == null) {
      return null;
    }
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name : (Iterable<String>) custom::fieldNames) {
      String field = checked("a name in custom", name);
      fields.put(field, checked("custom." + field, Json.text(custom, field, "")));
    }
    return fields;
  }

  static GivenFields ofParameters(HttpRequest request, Set<MetadataField> known) {
    Map<MetadataField, String> fields = new EnumMap<>(MetadataField.class);
    for (MetadataField field : known) {
      String name = PARAMETERS.get(field);
      String value = name == null ? "" : request.parameter(name).orElse("");
      if (name != null && !value.isEmpty()) {
        set(fields, field, name, value);
      }
    }
    return new GivenFields(fields, null);
  }

  private static void set(
      Map<MetadataField, String> fields, MetadataField field, String name, String value) {
    try {
      String stored = field.stored(checked(name, value));
      if (!(stored.equals(field.byDefault()) && field.type() == MetadataField.Type.INT)) {
        fields.put(field, stored);
      }
    } catch (NumberFormatException e) {
      throw new HttpError(
          400,
          "Unable to parse '%s' value".formatted(name),
          "'%s' is not %s".formatted(value, wanted(field)));
    }
  }

  /// Returns the text, if it is not too long to be saved or repeated in an error.
  static String checked(String what, String text) {
    int bytes = text.getBytes(UTF_8).length;
    if (bytes > MAX_BYTES) {
      String shown = what.length() > 100 ? what.substring(0, 100) + "..." : what;
      throw new HttpError(
          413,
          "cannot use %s of %d bytes: the limit is %d; shorten it"
              .formatted(shown, bytes, MAX_BYTES));
    }
    return text;
  }

  boolean isEmpty() {
    return fields.isEmpty() && custom == null;
  }
}
