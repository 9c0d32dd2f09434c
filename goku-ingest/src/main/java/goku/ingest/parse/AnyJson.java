package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import goku.budget.Account;
import goku.budget.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/// A parser of one datapoint in any form of JSON, by Jackson. Owned by one thread.
final class AnyJson {
  /// OpenTSDB reads `NaN` and `Infinity` too, and rejects only their datapoint. No interning,
  /// because tag keys come from outside and are unbounded.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  /// A decoder that replaces bytes that are not UTF-8 by half of a surrogate pair, which no valid
  /// text contains. `JsonText` then finds the field.
  private final CharsetDecoder lenient =
      UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("\ud800");

  /// The length from which the memory for a datapoint is charged and is not kept for the next one.
  private static final int LARGE_BYTES = 64 << 10;

  /// The bytes held per byte of JSON: the strings of the datapoint, Jackson's characters of the
  /// longest one in parts and as a whole, and the characters of a text that is not UTF-8.
  private static final int HELD_TIMES = 8;

  private final JsonPoint point;

  /// @param value the fields of the objects' values
  AnyJson(SeriesNameRules rules, ValueFields value) {
    this.point = new JsonPoint(rules, value);
  }

  /// Returns the datapoint of the last `read`.
  Datapoint datapoint() {
    return point.datapoint();
  }

  /// Reads one value. Returns null, or the reason for the rejection.
  ///
  /// @throws goku.budget.BudgetExceededException if the request has no room for a large one
  @Nullable Rejection read(byte[] text, int start, int stop) {
    int length = stop - start;
    return length < LARGE_BYTES
        ? readHeld(text, start, stop)
        : readLarge(text, start, stop, Account.current());
  }

  private @Nullable Rejection readLarge(
      byte[] text, int start, int stop, @Nullable Account account) {
    long held = (long) HELD_TIMES * (stop - start);
    if (account != null) {
      account.hold(Kind.TREES, held);
    }
    try {
      return readHeld(text, start, stop);
    } finally {
      point.forget();
      if (account != null) {
        account.release(Kind.TREES, held);
      }
    }
  }

  private @Nullable Rejection readHeld(byte[] text, int start, int stop) {
    point.prepare(stop - start);
    try (JsonParser json = open(text, start, stop)) {
      Rejection rejection = readValue(json);
      json.nextToken(); // the end of a text or a number
      return rejection;
    } catch (JsonProcessingException e) {
      return new Rejection(
          Reason.JSON_MALFORMED, "Unable to parse the given JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
  }

  /// Jackson would read a text whose first or second byte is 0 as UTF-16 or UTF-32.
  private JsonParser open(byte[] text, int start, int stop) throws IOException {
    boolean wide = stop - start > 1 && (text[start] == 0 || text[start + 1] == 0);
    if (!wide && Utf8.isValid(text, start, stop)) {
      return FACTORY.createParser(text, start, stop - start);
    }
    CharBuffer characters = lenient.decode(ByteBuffer.wrap(text, start, stop - start));
    return FACTORY.createParser(characters.array(), 0, characters.length());
  }

  private @Nullable Rejection readValue(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.START_OBJECT) {
      return point.read(json);
    }
    json.skipChildren();
    // OpenTSDB counts null as an invalid datapoint, everything else as invalid JSON
    return token == JsonToken.VALUE_NULL
        ? new Rejection(Reason.METRIC_EMPTY, "A datapoint was null")
        : new Rejection(Reason.JSON_NOT_AN_OBJECT, "A datapoint was no JSON object: " + token);
  }
}
