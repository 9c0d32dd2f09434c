package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The field `value` of a datapoint, which is a number. Owned by one thread.
final class NumberFields extends ValueFields {
  private final NumberParser numbers = new NumberParser();
  private boolean hasValue;

  @Override
  void clear() {
    hasValue = false;
  }

  @Override
  boolean has(String field) {
    return field.equals("value");
  }

  @Override
  @Nullable Rejection read(JsonParser json, String field, JsonToken token, JsonText text)
      throws IOException {
    Rejection wrong = structure(json, field, token);
    hasValue = wrong == null && token != JsonToken.VALUE_NULL;
    if (!hasValue) {
      return wrong;
    }
    int start = text.append(json);
    return numbers.parse(text.bytes(), start, text.end());
  }

  @Override
  @Nullable Rejection missing() {
    return hasValue ? null : new Rejection(Reason.VALUE_EMPTY, "Empty value");
  }

  @Override
  @Nullable Rejection finish(Datapoint into) {
    into.word = numbers.word();
    into.type = numbers.type();
    return null;
  }
}
