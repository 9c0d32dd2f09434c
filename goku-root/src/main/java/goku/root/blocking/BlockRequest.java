package goku.root.blocking;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.Block;
import goku.model.BlockRule;
import goku.root.opentsdb.wire.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The parser of requests that change the blocklist. Errors are 400 and name the field and limit.
final class BlockRequest {
  private static final int MOST_RULES = 100_000;
  private static final int MOST_METRIC_BYTES = 4096;
  private static final int MOST_REASON_CHARACTERS = 1000;
  private static final Set<String> FIELDS = Set.of("metric", "prefix", "reason");

  private BlockRequest() {}

  /// Returns the rules in the body, which is one rule or an array. The last of equal rules wins.
  static Map<BlockRule, Block> toAdd(HttpRequest request, long nowMillis) {
    List<JsonNode> given = new ArrayList<>();
    if (Json.isArray(request)) {
      Json.array(request).forEach(given::add);
    } else {
      given.add(Json.object(request));
    }
    if (given.isEmpty() || given.size() > MOST_RULES) {
      throw refused(
          "cannot block %d rules in one request: the limit is 1 to %d"
              .formatted(given.size(), MOST_RULES));
    }
    Map<BlockRule, Block> blocks = new LinkedHashMap<>();
    for (int n = 0; n < given.size(); n++) {
      String where = given.size() == 1 ? "" : "rule %d: ".formatted(n);
      Block block = block(given.get(n), where, nowMillis);
      blocks.put(block.rule(), block);
    }
    return blocks;
  }

  /// Returns the rule that the query parameters name.
  static BlockRule toRemove(HttpRequest request) {
    String prefix = request.parameter("prefix").orElse("false");
    return rule(request.parameter("metric").orElse(""), flag(prefix), "");
  }

  static void requireRoom(int rules) {
    if (rules > MOST_RULES) {
      throw new HttpError(
          413,
          "cannot extend the blocklist to %d rules: the limit is %d; block by prefix, or unblock metrics that are no longer written"
              .formatted(rules, MOST_RULES));
    }
  }

  private static Block block(JsonNode entry, String where, long nowMillis) {
    if (!entry.isObject()) {
      throw refused("%sa rule must be a JSON object".formatted(where));
    }
    for (Iterator<String> names = entry.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw refused(
            "%s'%s' is not known; a rule has metric, prefix and reason".formatted(where, name));
      }
    }
    JsonNode metric = entry.path("metric");
    if (!metric.isTextual()) {
      throw refused("%s'metric' must be a text".formatted(where));
    }
    String reason = Json.text(entry, "reason", "");
    if (reason.length() > MOST_REASON_CHARACTERS) {
      throw refused(
          "%s'reason' has %d characters, the limit is %d"
              .formatted(where, reason.length(), MOST_REASON_CHARACTERS));
    }
    JsonNode prefix = entry.path("prefix");
    if (!prefix.isBoolean() && !prefix.isMissingNode()) {
      throw refused("%s'prefix' must be true or false".formatted(where));
    }
    return new Block(rule(metric.textValue(), prefix.asBoolean(), where), reason, nowMillis);
  }

  private static BlockRule rule(String metric, boolean prefix, String where) {
    if (metric.isEmpty()) {
      throw refused(
          "%s'metric' is missing or empty, and would block every metric".formatted(where));
    }
    int bytes = metric.getBytes(UTF_8).length;
    if (bytes > MOST_METRIC_BYTES) {
      throw refused(
          "%s'metric' has %d bytes, the limit is %d".formatted(where, bytes, MOST_METRIC_BYTES));
    }
    boolean text = UTF_8.newEncoder().canEncode(metric);
    if (!text || metric.chars().anyMatch(c -> Character.isISOControl(c) || c == '=')) {
      throw refused("%s'metric' has a character that no metric has: '%s'".formatted(where, metric));
    }
    return new BlockRule(metric, prefix);
  }

  private static boolean flag(String text) {
    return switch (text) {
      case "true", "" -> true; // `&prefix` alone
      case "false" -> false;
      default -> throw refused("'prefix' must be true or false, not '%s'".formatted(text));
    };
  }

  private static HttpError refused(String message) {
    return new HttpError(400, message);
  }
}
