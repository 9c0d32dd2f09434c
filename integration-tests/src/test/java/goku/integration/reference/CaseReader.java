package goku.integration.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A reader of recorded cases' requests in the usual spelling. Odd spellings concern the product's
/// parsers, not the reference.
final class CaseReader {
  /// 2026-11-02 00:00 UTC, where the data set begins.
  private static final long T0 = 1_793_577_600;

  private static final Pattern TIME = Pattern.compile("@n?\\{(s|ms|sms|date|day):(-?[0-9.]+)\\}");

  /// The error that a request has an odd spelling.
  static final class OddSpelling extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OddSpelling(String what) {
      super(what);
    }
  }

  private final JsonNode json;

  CaseReader(JsonNode json) {
    this.json = json;
  }

  boolean milliseconds() {
    JsonNode body = json.path("body");
    return parameters().containsKey("ms")
        || body.path("msResolution").asBoolean()
        || body.path("ms").asBoolean();
  }

  Request request() {
    if (json.has("body_text") || json.has("gzip") || json.has("steps")) {
      throw new OddSpelling("not one plain request");
    }
    return json.has("body") ? body(json.get("body")) : query(parameters());
  }

  private static Request query(Map<String, List<String>> parameters) {
    if (parameters.containsKey("tsuid")) {
      throw new OddSpelling("by tsuid");
    }
    List<SubQuery> queries = new ArrayList<>();
    parameters.getOrDefault("m", List.of()).stream().distinct().forEach(m -> queries.add(m(m)));
    return new Request(time(one(parameters, "start")), time(one(parameters, "end")), queries);
  }

  private static Request body(JsonNode body) {
    ZoneId zone = ZoneId.of(body.path("timezone").asText("UTC"));
    if (body.has("timezone") && body.get("start").asText().contains("date")) {
      throw new OddSpelling("a date in a zone");
    }
    List<SubQuery> queries = new ArrayList<>();
    for (JsonNode query : body.path("queries")) {
      if (query.has("tsuids")) {
        throw new OddSpelling("by tsuid");
      }
      String downsample = query.path("downsample").asText("");
      queries.add(
          new SubQuery(
              query.path("aggregator").asText(),
              query.path("metric").asText(),
              filters(query),
              query.path("explicitTags").asBoolean(),
              downsample.isEmpty()
                  ? null
                  : downsampling(downsample, zone, body.path("useCalendar").asBoolean()),
              query.path("rate").asBoolean() ? rate(query.path("rateOptions")) : null));
    }
    return new Request(
        time(body.path("start").asText()),
        time(body.path("end").asText()),
        queries.stream().distinct().toList());
  }

  private static Rate rate(JsonNode options) {
    return new Rate(
        options.path("counter").asBoolean(),
        options.path("counterMax").asDouble(Rate.DEFAULT_MAX),
        options.path("resetValue").asDouble(),
        options.path("dropResets").asBoolean());
  }

  private static List<Filter> filters(JsonNode query) {
    List<Filter> filters = new ArrayList<>();
    if (query.has("tags") && query.has("filters")) {
      throw new OddSpelling("tags and filters");
    }
    query
        .path("tags")
        .properties()
        .forEach(tag -> filters.add(tag(tag.getKey(), tag.getValue().asText(), true)));
    for (JsonNode filter : query.path("filters")) {
      filters.add(
          checked(
              new Filter(
                  filter.path("type").asText(),
                  filter.path("tagk").asText(),
                  filter.path("filter").asText(),
                  filter.path("groupBy").asBoolean())));
    }
    return filters;
  }

  /// `aggregator:[rate..:][downsampling:][explicit_tags:]metric{grouping}{filtering}`
  private static SubQuery m(String text) {
    Matcher form =
        Pattern.compile(
                "(\\w+):((?:(?:rate(?:\\{[^}]*\\})?|[0-9]\\w*-[^:]*|explicit_tags):)*)([^{}:]+)"
                    + "(?:\\{([^{}]*)\\}(?:\\{([^{}]*)\\})?)?")
            .matcher(text);
    if (!form.matches()) {
      throw new OddSpelling(text);
    }
    Downsampling downsampling = null;
    Rate rate = null;
    boolean explicitTags = false;
    for (String option : form.group(2).split(":", 0)) {
      if (option.startsWith("rate")) {
        rate = rate(option);
      } else if (option.equals("explicit_tags")) {
        explicitTags = true;
      } else if (!option.isEmpty()) {
        downsampling = downsampling(option, ZoneOffset.UTC, false);
      }
    }
    List<Filter> filters = new ArrayList<>(tags(form.group(4), true));
    filters.addAll(tags(form.group(5), false));
    return new SubQuery(form.group(1), form.group(3), filters, explicitTags, downsampling, rate);
  }

  private static Rate rate(String text) {
    if (text.equals("rate")) {
      return Rate.PLAIN;
    }
    Matcher form =
        Pattern.compile("rate\\{(drop)?counter(?:,([0-9]*))?(?:,([0-9]*))?\\}").matcher(text);
    if (!form.matches()) {
      throw new OddSpelling(text);
    }
    return new Rate(
        true,
        number(form.group(2), Rate.DEFAULT_MAX),
        number(form.group(3), 0),
        form.group(1) != null);
  }

  private static double number(@Nullable String text, double byDefault) {
    return text == null || text.isEmpty() ? byDefault : Double.parseDouble(text);
  }

  private static Downsampling downsampling(String text, ZoneId zone, boolean useCalendar) {
    Matcher form =
        Pattern.compile("([0-9]+)(ms|s|m|h|d|w|n|y|all)(c?)-(\\w+)(?:-(none|nan|null|zero))?")
            .matcher(text);
    if (!form.matches() || !Functions.NAMES.contains(form.group(4))) {
      throw new OddSpelling(text);
    }
    int count = Integer.parseInt(form.group(1));
    String unit = form.group(2);
    boolean calendar = (useCalendar || !form.group(3).isEmpty()) && !unit.equals("all");
    if (calendar && count > 1 && "dwny".contains(unit)) {
      throw new OddSpelling("several calendar days or more: " + text);
    }
    String fill = form.group(5) == null ? "none" : form.group(5);
    return new Downsampling(count, unit, calendar, zone, form.group(4), fill);
  }

  private static List<Filter> tags(@Nullable String list, boolean groupBy) {
    List<Filter> filters = new ArrayList<>();
    if (list != null && !list.isEmpty()) {
      for (String tag : list.split(",(?![^(]*\\))", -1)) {
        String[] parts = tag.split("=", 2);
        if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
          throw new OddSpelling(tag);
        }
        filters.add(tag(parts[0], parts[1], groupBy));
      }
    }
    return filters;
  }

  /// "`{k=*}` and `{k=web*}` in plain tags ignore the case; `{k=a|b}` is a grouping literal_or."
  private static Filter tag(String key, String value, boolean groupBy) {
    Matcher call = Pattern.compile("(\\w+)\\((.*)\\)").matcher(value);
    if (call.matches()) {
      return checked(new Filter(call.group(1), key, call.group(2), groupBy));
    }
    return checked(
        new Filter(value.contains("*") ? "iwildcard" : "literal_or", key, value, groupBy));
  }

  private static Filter checked(Filter filter) {
    boolean odd =
        !Filter.TYPES.contains(filter.type())
            || filter.key().isEmpty()
            || (filter.text().isEmpty() && !filter.type().equals("not_key"))
            || (filter.type().endsWith("wildcard") && !filter.text().contains("*"));
    if (odd) {
      throw new OddSpelling(filter.toString());
    }
    return filter;
  }

  private static long time(String text) {
    Matcher form = TIME.matcher(text);
    if (!form.matches()) {
      throw new OddSpelling(text);
    }
    double seconds = Double.parseDouble(form.group(2));
    long time = T0 * 1000 + Math.round(seconds * 1000);
    if (form.group(1).equals("day")) {
      return Instant.ofEpochMilli(time)
          .atOffset(ZoneOffset.UTC)
          .toLocalDate()
          .atStartOfDay(ZoneOffset.UTC)
          .toInstant()
          .toEpochMilli();
    }
    return form.group(1).endsWith("ms") ? time : Math.floorDiv(time, 1000) * 1000;
  }

  private static String one(Map<String, List<String>> parameters, String name) {
    List<String> values = parameters.getOrDefault(name, List.of());
    if (values.size() != 1) {
      throw new OddSpelling(name + " " + values);
    }
    return values.getFirst();
  }

  private Map<String, List<String>> parameters() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (JsonNode pair : json.path("params")) {
      parameters
          .computeIfAbsent(pair.get(0).asText(), name -> new ArrayList<>())
          .add(pair.get(1).asText());
    }
    if (json.has("raw_query")) {
      for (String pair : json.get("raw_query").asText().split("&", -1)) {
        String[] parts = pair.split("=", 2);
        parameters
            .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 1 ? "" : decoded(parts[1]));
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
