package goku.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// The key `removed: true` that an entry of a namespaces file gets, while the rest of the text
/// stays as people wrote it. Stateless.
public final class RemovedMark {
  private static final String KEY = "removed: true";

  /// The depth of an entry: in the list, in the map of the document.
  private static final int ENTRY_DEPTH = 3;

  private RemovedMark() {}

  /// Returns the text with the entry of the namespace marked; empty if there is no such entry. The
  /// caller checks the result, because the entry may have the key already.
  ///
  /// @param yaml a valid namespaces file
  public static Optional<String> add(String yaml, String namespace) {
    try (YAMLParser parser = new YAMLFactory().createParser(yaml)) {
      return begin(parser, namespace).map(at -> marked(yaml, at));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns where the entry begins: at its brace, or at its first key.
  private static Optional<JsonLocation> begin(YAMLParser parser, String namespace)
      throws IOException {
    int depth = 0;
    JsonLocation entry = JsonLocation.NA;
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token.isStructStart()) {
        depth++;
        entry = depth == ENTRY_DEPTH ? parser.currentTokenLocation() : entry;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (depth == ENTRY_DEPTH
          && token.isScalarValue()
          && "name".equals(parser.currentName())
          && namespace.equals(parser.getText())) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  private static String marked(String yaml, JsonLocation at) {
    int line = 0;
    for (int i = 1; i < at.getLineNr(); i++) {
      line = yaml.indexOf('\n', line) + 1;
    }
    int begin = line + at.getColumnNr() - 1;
    return yaml.charAt(begin) == '{'
        ? yaml.substring(0, begin + 1) + KEY + ", " + yaml.substring(begin + 1)
        : yaml.substring(0, begin) + KEY + "\n" + " ".repeat(begin - line) + yaml.substring(begin);
  }
}
