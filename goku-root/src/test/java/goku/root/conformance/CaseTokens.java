package goku.root.conformance;

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

/// Puts times in the place of the tokens `@{kind:seconds from T0}` of a case, and identifiers in
/// the place of `@{tsuid:series}`.
final class CaseTokens {
  /// 2026-11-02 00:00 UTC, where the data set begins.
  static final Instant T0 = Instant.ofEpochSecond(1_793_577_600);

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

  private final Instant now;
  private final UnaryOperator<String> tsuids;

  /// @param tsuids gives the TSUID of a series written as `metric{key=value}`
  CaseTokens(Instant now, UnaryOperator<String> tsuids) {
    this.now = now;
    this.tsuids = tsuids;
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
          ? JsonNodeFactory.instance.numberNode(
              Long.parseLong(fill("@{" + text.substring(3, text.length() - 1) + "}")))
          : JsonNodeFactory.instance.textNode(fill(text));
    }
    if (node.isArray()) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> filled.add(fill(element)));
      return filled;
    }
    if (node.isObject()) {
      ObjectNode filled = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(member -> filled.set(fill(member.getKey()), fill(member.getValue())));
      return filled;
    }
    return node;
  }

  private String token(String kind, String argument) {
    if (kind.equals("now")) {
      long shift = argument == null || argument.isEmpty() ? 0 : Long.parseLong(argument);
      return Long.toString(now.getEpochSecond() + shift);
    }
    if (kind.equals("tsuid")) {
      return tsuids.apply(argument);
    }
    double offset = Double.parseDouble(argument);
    if (kind.equals("alt")) {
      return IntStream.range(0, (int) offset)
          .mapToObj(i -> "web%02d".formatted(i % 4 + 1))
          .collect(Collectors.joining("|"));
    }
    return time(kind, T0.plusMillis(Math.round(offset * 1000)));
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
      case "hours" -> Long.toString(Math.max(1, Math.ceilDiv(millisAgo, 3_600_000) + 1));
      case "s" -> Long.toString(time.getEpochSecond());
      case "ms" -> Long.toString(time.toEpochMilli());
      case "sms" ->
          "%d.%03d".formatted(time.getEpochSecond(), Math.floorMod(time.toEpochMilli(), 1000L));
      case "agoms" -> millisAgo + "ms-ago";
      default -> throw new IllegalArgumentException("unknown token " + kind);
    };
  }
}
