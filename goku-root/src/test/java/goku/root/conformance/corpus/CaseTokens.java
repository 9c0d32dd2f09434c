package goku.root.conformance.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The tokens `@{kind:argument}` of a case, which are replaced by times and names. Most arguments
/// are seconds since the start of the data set.
public final class CaseTokens {
  private static final Pattern TOKEN =
      Pattern.compile("@\\{(\\w+)(?::((?:[^{}]|\\{[^{}]*\\})*))?\\}");
  private static final Map<String, String> DATES =
      Map.of(
          "date", "yyyy/MM/dd-HH:mm:ss",
          "dates", "yyyy/MM/dd HH:mm:ss",
          "date16", "yyyy/MM/dd-HH:mm",
          "dates16", "yyyy/MM/dd HH:mm",
          "day", "yyyy/MM/dd");
  private static final Map<String, Long> AGO =
      Map.of(
          "ago", 1L,
          "agom", 60L,
          "agoh", 3600L,
          "agod", 86_400L,
          "agow", 604_800L,
          "agon", 2_592_000L,
          "agoy", 31_536_000L);
  private static final long HOUR_MILLIS = 3_600_000;

  private final Shift shift;
  private final Instant now;
  private final UnaryOperator<String> identifiers;

  /// Creates the tokens for one moment.
  ///
  /// @param identifiers a function from `metric{k=v}` to the server's TSUID of the series, and from
  ///   `metric=name`, `tagk=name` or `tagv=name` to its UID of the name
  public CaseTokens(Shift shift, Instant now, UnaryOperator<String> identifiers) {
    this.shift = shift;
    this.now = now;
    this.identifiers = identifiers;
  }

  String fill(String text) {
    return TOKEN
        .matcher(text)
        .replaceAll(token -> Matcher.quoteReplacement(token(token.group(1), token.group(2))));
  }

  JsonNode fill(JsonNode node) {
    if (node.isTextual()) {
      String text = node.asText();
      return text.matches("@n\\{.*\\}")
          ? JsonNodeFactory.instance.numberNode(Long.parseLong(fill("@" + text.substring(2))))
          : JsonNodeFactory.instance.textNode(fill(text));
    }
    if (node.isArray()) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> filled.add(fill(element)));
      return filled;
    }
    if (!node.isObject()) {
      return node;
    }
    if (node.size() == 1 && node.has("bulk")) {
      return bulk(node.get("bulk").get(0).asText(), node.get("bulk").get(1).asInt());
    }
    ObjectNode filled = JsonNodeFactory.instance.objectNode();
    node.properties().forEach(member -> filled.set(fill(member.getKey()), fill(member.getValue())));
    return filled;
  }

  private ArrayNode bulk(String metric, int count) {
    ArrayNode points = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < count; i++) {
      ObjectNode point = points.addObject();
      point.put("metric", metric);
      point.put("timestamp", shift.start().getEpochSecond() + 20L * i);
      point.put("value", i);
      point.putObject("tags").put("zk", "zv");
    }
    return points;
  }

  private String token(String kind, @Nullable String argument) {
    if (kind.equals("now") || kind.equals("nowms")) {
      long offset = argument == null || argument.isEmpty() ? 0 : Long.parseLong(argument);
      long seconds = now.getEpochSecond() + offset;
      return Long.toString(kind.equals("now") ? seconds : seconds * 1000);
    }
    if (argument == null) {
      throw new IllegalArgumentException("the token " + kind + " needs an argument");
    }
    return switch (kind) {
      case "tsuid", "uid" -> identifiers.apply(argument);
      case "alt" ->
          IntStream.range(0, Integer.parseInt(argument))
              .mapToObj(i -> "web%02d".formatted(i % 4 + 1))
              .collect(Collectors.joining("|"));
      default ->
          time(kind, shift.start().plusMillis(Math.round(Double.parseDouble(argument) * 1000)));
    };
  }

  private String time(String kind, Instant time) {
    if (DATES.containsKey(kind)) {
      return DateTimeFormatter.ofPattern(DATES.get(kind)).format(time.atOffset(ZoneOffset.UTC));
    }
    long millisAgo = now.toEpochMilli() - time.toEpochMilli();
    if (AGO.containsKey(kind)) {
      long unit = AGO.get(kind) * 1000;
      String suffix = kind.equals("ago") ? "s" : kind.substring(3);
      return Math.max(1, Math.ceilDiv(millisAgo, unit)) + suffix + "-ago";
    }
    return switch (kind) {
      case "s" -> Long.toString(time.getEpochSecond());
      case "ms" -> Long.toString(time.toEpochMilli());
      case "sms" ->
          "%d.%03d".formatted(time.getEpochSecond(), Math.floorMod(time.toEpochMilli(), 1000L));
      case "agoms" -> millisAgo + "ms-ago";
      case "hours" -> Long.toString(Math.max(1, Math.ceilDiv(millisAgo, HOUR_MILLIS) + 1));
      default -> throw new IllegalArgumentException("unknown token " + kind);
    };
  }
}
