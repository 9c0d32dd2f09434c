package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The text of a rejected datapoint within an answer in JSON.
final class SentText {
  private static final JsonFactory FACTORY = new JsonFactory();

  /// The length of a text that is no JSON. The rest of a body may be large, and its begin shows the
  /// error.
  private static final int QUOTED_CHARACTERS = 1000;

  private SentText() {}

  /// Returns the text itself if it is JSON, otherwise its begin as a JSON string.
  static String asJson(byte[] source, int offset, int length) {
    var text = new String(source, offset, length, UTF_8);
    if (isJson(text)) {
      return text;
    }
    String begin = text.substring(0, Math.min(text.length(), QUOTED_CHARACTERS));
    return quoted(begin);
  }

  /// Returns any text as a JSON string.
  static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static boolean isJson(String text) {
    try (JsonParser json = FACTORY.createParser(text)) {
      boolean isEmpty = json.nextToken() == null;
      json.skipChildren();
      return !isEmpty && json.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be read", e);
    }
  }
}
