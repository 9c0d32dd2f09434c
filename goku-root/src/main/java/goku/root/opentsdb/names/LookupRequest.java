package goku.root.opentsdb.names;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.NameQuotes;
import goku.model.SeriesFilter;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Json;
import goku.rpc.LookupQuery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A request to `/api/search/lookup`. An asterisk stands for any key or any value. Several values
/// of one key are alternatives. A key without a value matches any value, unless strict.
///
/// @param metric null for all
/// @param limit 0 for none
/// @param startIndex only repeated in the answer, as in OpenTSDB
record LookupRequest(@Nullable String metric, List<Tag> pairs, int limit, int startIndex) {
  private static final int DEFAULT_LIMIT = 25;
  private static final String ANY = "*";

  static LookupRequest of(HttpRequest request, Dialect dialect) {
    return switch (request.method()) {
      case "GET" -> ofParameters(request, dialect);
      case "POST" -> ofBody(Json.object(request));
      default -> throw new HttpError(400, "Unsupported method: " + request.method());
    };
  }

  private static LookupRequest ofParameters(HttpRequest request, Dialect dialect) {
    String text =
        request
            .parameter("m")
            .filter(m -> !m.isEmpty())
            .orElseThrow(() -> new HttpError(400, "Missing parameter <code>m</code>"));
    int open = NameQuotes.indexOf(text, '{', 0);
    if (open >= 0 && !text.endsWith("}")) {
      throw new HttpError(400, "Unable to parse query", "Missing '}' at the end of: " + text);
    }
    List<Tag> pairs = new ArrayList<>();
    if (open >= 0 && open < text.length() - 2) {
      for (String pair : NameQuotes.split(text.substring(open + 1, text.length() - 1), ',')) {
        pairs.add(pair(pair, dialect));
      }
    }
    String metric = open >= 0 ? text.substring(0, open) : text;
    return of(NameQuotes.unquote(metric), pairs, request.parameter("limit").orElse(""), "");
  }

  private static Tag pair(String text, Dialect dialect) {
    int equals = NameQuotes.indexOf(text, '=', 0);
    String key = equals < 0 ? text : text.substring(0, equals);
    String value = equals < 0 ? ANY : text.substring(equals + 1);
    if (key.isEmpty() || value.isEmpty() || (equals < 0 && dialect.strict())) {
      throw new HttpError(400, "Unable to parse query", "invalid tag: " + text);
    }
    return new Tag(NameQuotes.unquote(key), NameQuotes.unquote(value));
  }

  private static LookupRequest ofBody(JsonNode body) {
    List<Tag> pairs = new ArrayList<>();
    JsonNode tags = body.get("tags");
    if (tags != null) {
      for (JsonNode tag : tags) {
        pairs.add(new Tag(Json.text(tag, "key", ANY), Json.text(tag, "value", ANY)));
      }
    }
    return of(
        Json.text(body, "metric", ""),
        pairs,
        Json.text(body, "limit", ""),
        Json.text(body, "startIndex", ""));
  }

  private static LookupRequest of(String metric, List<Tag> pairs, String limit, String startIndex) {
    return new LookupRequest(
        metric.isEmpty() || metric.equals(ANY) ? null : metric,
        pairs,
        number("limit", limit, DEFAULT_LIMIT),
        number("startIndex", startIndex, 0));
  }

  private static int number(String name, String text, int byDefault) {
    try {
      return text.isEmpty() ? byDefault : Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new HttpError(
          400, "Unable to parse '%s' as a number: %s".formatted(name, text), e.getMessage());
    }
  }

  LookupQuery query() {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    Set<String> anyKey = new HashSet<>();
    Set<String> anyValue = new TreeSet<>();
    for (Tag pair : pairs) {
      if (!pair.key().equals(ANY) && !pair.value().equals(ANY)) {
        values.computeIfAbsent(pair.key(), key -> new TreeSet<>()).add(pair.value());
      } else if (!pair.key().equals(ANY)) {
        anyValue.add(pair.key());
      } else if (!pair.value().equals(ANY)) {
        anyKey.add(pair.value());
      }
    }
    List<TagFilter> filters = new ArrayList<>();
    values.forEach(
        (key, some) -> filters.add(new TagFilter.LiteralOr(key, some, false, false, false)));
    anyValue.forEach(key -> filters.add(new TagFilter.AnyValue(key, false)));
    return new LookupQuery(new SeriesFilter(metric, filters, false), anyKey, anyValue, limit);
  }

  Set<String> keys() {
    return words(pairs.stream().map(Tag::key).toList());
  }

  Set<String> values() {
    return words(pairs.stream().map(Tag::value).toList());
  }

  private static Set<String> words(List<String> words) {
    Set<String> result = new TreeSet<>(words);
    result.remove(ANY);
    return result;
  }
}
