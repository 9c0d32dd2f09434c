package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Random filters of tags.
final class FilterDraw {
  private static final Map<String, List<String>> WILDCARDS =
      Map.of(
          "d.host", List.of("*", "d.w*", "*0*", "*b*", "D.W*1"),
          "d.dc", List.of("*", "d.lg*", "*s*", "D.*"),
          "d.app", List.of("*", "d.*", "*b*", "nothing*"));

  /// The numbers of filters. Two leave no series more often than one.
  private static final List<Integer> COUNTS = List.of(0, 1, 1, 2);

  private final Draws draws;
  private final DrawnData data;

  FilterDraw(Draws draws, DrawnData data) {
    this.draws = draws;
    this.data = data;
  }

  /// Returns `{..}` or `{..}{..}`, or nothing.
  String text() {
    List<String> keys = keys();
    if (keys.isEmpty() || !draws.oneIn(5)) {
      return braces(keys);
    }
    String grouping = braces(keys.subList(1, keys.size()));
    return (grouping.isEmpty() ? "{}" : grouping) + braces(keys.subList(0, 1));
  }

  /// Returns filters that all series with all keys match, without a group for each value.
  String allKeys() {
    return data.values().keySet().stream()
        .map(key -> key + "=wildcard(*)")
        .collect(Collectors.joining(",", "{}{", "}"));
  }

  /// Returns `{..}` with values or `*`, or nothing.
  String plainText() {
    List<String> tags = new ArrayList<>();
    keys().forEach(key -> tags.add(key + "=" + plain(key)));
    return tags.isEmpty() ? "" : "{" + String.join(",", tags) + "}";
  }

  private String braces(List<String> keys) {
    List<String> filters = new ArrayList<>();
    for (String key : keys) {
      String type = type();
      String value = type.isEmpty() ? plain(key) : type + "(" + value(type, key) + ")";
      filters.add(key + "=" + value);
    }
    return filters.isEmpty() ? "" : "{" + String.join(",", filters) + "}";
  }

  ObjectNode tags() {
    ObjectNode tags = Requests.object();
    keys().forEach(key -> tags.put(key, plain(key)));
    return tags;
  }

  ArrayNode json() {
    ArrayNode filters = Requests.array();
    for (String key : keys()) {
      String type = draws.of("literal_or", "wildcard", type());
      ObjectNode filter = filters.addObject();
      filter.put("type", type.isEmpty() ? "literal_or" : type);
      filter.put("tagk", key);
      filter.put("filter", value(type, key));
      filter.put("groupBy", draws.oneIn(2));
    }
    return filters;
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>(data.values().keySet());
    if (draws.oneIn(30)) {
      keys.add("nosuchkey");
    }
    return draws.some(keys, draws.of(COUNTS));
  }

  private String plain(String key) {
    return draws.oneIn(3) ? literals(key) : "*";
  }

  /// Returns a type, rarely one that OpenTSDB refuses.
  private String type() {
    if (draws.oneIn(40)) {
      return "not_key";
    }
    return draws.of(
        "",
        "",
        "literal_or",
        "iliteral_or",
        "not_literal_or",
        "not_iliteral_or",
        "wildcard",
        "iwildcard",
        "regexp");
  }

  private String value(String type, String key) {
    return switch (type) {
      case "wildcard", "iwildcard" -> draws.of(WILDCARDS.getOrDefault(key, List.of("*")));
      case "regexp" -> draws.of(".*", "d.web0[1-3]", "^d.[al].*", "b", "d.(db|web|s).*");
      case "not_key" -> "";
      default -> literals(key);
    };
  }

  private String literals(String key) {
    List<String> values = data.values().getOrDefault(key, List.of("x"));
    List<String> drawn = new ArrayList<>(draws.some(values, draws.between(1, 2)));
    if (draws.oneIn(25)) {
      drawn.add("nosuchvalue");
    }
    return String.join("|", drawn);
  }
}
