package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The fields of one JSON object that make up its value, besides those of its series and its time.
/// Fields are read until their end, even if they are invalid. Owned by one thread.
abstract class ValueFields {
  /// Begins an object without fields.
  abstract void clear();

  /// Returns whether the value has a field of this name.
  abstract boolean has(String field);

  /// Reads a field that the value has. Returns null, or the reason for the rejection.
  ///
  /// @param token the first token of the field
  /// @param text takes the characters of the field if they are needed as bytes
  abstract @Nullable Rejection read(JsonParser json, String field, JsonToken token, JsonText text)
      throws IOException;

  /// Returns the rejection of an object that lacks fields, before its names are checked; or null.
  abstract @Nullable Rejection missing();

  /// Writes the value into a datapoint that has its series and its time. Returns null, or the
  /// reason for the rejection.
  abstract @Nullable Rejection finish(Datapoint into);

  /// Returns the rejection of an object or an array; null for other tokens. Its end is then the
  /// current token.
  static @Nullable Rejection structure(JsonParser json, String field, JsonToken token)
      throws IOException {
    if (!token.isStructStart()) {
      return null;
    }
    json.skipChildren();
    return wrongType(field, token.toString());
  }

  static Rejection wrongType(String field, String found) {
    return new Rejection(
        Reason.JSON_WRONG_TYPE,
        "Unable to parse the given JSON: field %s cannot be %s".formatted(field, found));
  }
}
