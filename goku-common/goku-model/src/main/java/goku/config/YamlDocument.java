package goku.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A parser of one YAML document into a tree with line numbers. Used once, by one thread.
final class YamlDocument {
  private final YAMLParser parser;
  private final String source;
  private final List<Problem> problems;
  private boolean aliased;

  private YamlDocument(YAMLParser parser, String source, List<Problem> problems) {
    this.parser = parser;
    this.source = source;
    this.problems = problems;
  }

  /// Returns the map at the top of the document, which is empty for an empty document. Returns
  /// nothing and adds a problem when the text is not YAML.
  static Optional<YamlNode.Mapping> read(String yaml, String source, List<Problem> problems) {
    try (YAMLParser parser = new YAMLFactory().createParser(yaml)) {
      var document = new YamlDocument(parser, source, problems);
      try {
        return document.root();
      } catch (JsonProcessingException e) {
        problems.add(YamlFault.of(e, yaml, document.line()).problem(source));
        return Optional.empty();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<YamlNode.Mapping> root() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null || first == JsonToken.VALUE_NULL) {
      return Optional.of(new YamlNode.Mapping(Map.of(), 1));
    }
    YamlNode root = node(first, "");
    if (parser.nextToken() != null) {
      problem(line(), "", "has a second document; only one is allowed");
    }
    if (root instanceof YamlNode.Mapping mapping) {
      return Optional.of(mapping);
    }
    problem(root.line(), "", "must be a map of keys to values");
    return Optional.empty();
  }

  /// @param path of the node from the top; empty at the top
  private YamlNode node(@Nullable JsonToken token, String path) throws IOException {
    if (token == JsonToken.START_OBJECT) {
      return mapping(path);
    }
    if (token == JsonToken.START_ARRAY) {
      return sequence(path);
    }
    // reported once, as there may be very many
    if (parser.isCurrentAlias() && !aliased) {
      aliased = true;
      problem(line(), path, "YAML aliases are not supported; write the value out");
    }
    return new YamlNode.Scalar(token == JsonToken.VALUE_NULL ? "" : parser.getText(), line());
  }

  private YamlNode mapping(String path) throws IOException {
    int line = line();
    String before = path.isEmpty() ? "" : path + ".";
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int at = line();
      if (entries.put(name, node(parser.nextToken(), before + name)) != null) {
        problem(at, before + name, "is given twice");
      }
    }
    return new YamlNode.Mapping(entries, line);
  }

  private YamlNode sequence(String path) throws IOException {
    int line = line();
    List<YamlNode> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(node(token, "%s[%d]".formatted(path, items.size())));
    }
    return new YamlNode.Sequence(items, line);
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  private void problem(int line, String key, String message) {
    problems.add(new Problem(source + ":" + line, key, "", message));
  }
}
