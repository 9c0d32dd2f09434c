package goku.integration.query;

import goku.integration.reference.Downsampling;
import goku.integration.reference.Filter;
import goku.integration.reference.Functions;
import goku.integration.reference.Rate;
import goku.integration.reference.Request;
import goku.integration.reference.SubQuery;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A generator of queries for a data set: every aggregator, function, filter and option, with
/// ranges on and off all boundaries.
final class RandomQuery {
  private static final long HOUR = 3_600_000;

  /// A bucket less than this often in a range, for the time that filling takes.
  private static final long MOST_BUCKETS = 3000;

  private static final List<String> INTERVALS =
      List.of(
          "500ms", "1500ms", "1s", "10s", "30s", "1m", "1m", "5m", "5m", "7m", "15m", "45m", "1h",
          "1h", "2h", "7h", "1d", "0all");
  private static final List<String> CALENDAR =
      List.of("30s", "1m", "15m", "1h", "1d", "1d", "1w", "1n", "1y", "6h");
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneOffset.UTC,
          ZoneId.of("Asia/Kolkata"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("Asia/Tokyo"));

  private final Choice choice;
  private final List<Long> times;
  private final List<String> metrics;
  private final SortedMap<String, SortedSet<String>> tags = new TreeMap<>();
  private final boolean body;
  private final ZoneId zone;

  private RandomQuery(Choice choice, DataSet data) {
    this.choice = choice;
    this.times = data.writes().stream().map(Write::timestampMillis).sorted().toList();
    this.metrics = data.writes().stream().map(Write::metric).distinct().toList();
    for (Write write : data.writes()) {
      write
          .tags()
          .forEach((key, value) -> tags.computeIfAbsent(key, k -> new TreeSet<>()).add(value));
    }
    this.body = choice.percent(50);
    this.zone = body ? choice.of(ZONES) : ZoneId.of("UTC");
  }

  static AskedQuery of(Choice choice, DataSet data) {
    return new RandomQuery(choice, data).make();
  }

  private AskedQuery make() {
    long start = time();
    long end = time();
    if (!choice.percent(2)) {
      long earlier = Math.min(start, end);
      end = Math.max(start, end);
      start = earlier;
    }
    List<SubQuery> queries = new ArrayList<>();
    int count = choice.percent(80) ? 1 : 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      SubQuery query = subQuery(end - start);
      // "the same one twice is answered once"
      if (!queries.contains(query)) {
        queries.add(query);
      }
    }
    var request = new Request(start, end, queries);
    return new AskedQuery(request, choice.percent(30), choice.percent(30), body);
  }

  private long time() {
    long first = times.getFirst();
    long last = times.getLast();
    long any = choice.between(first - HOUR, last + HOUR);
    return switch (choice.below(7)) {
      case 0 -> any / HOUR * HOUR;
      case 1 -> any / HOUR * HOUR + choice.between(-1, 1) * 1000;
      case 2 -> choice.of(times);
      case 3 -> choice.of(times) + choice.between(-1, 1);
      case 4 -> any / 60_000 * 60_000;
      case 5 -> midnight(any);
      default -> any;
    };
  }

  private long midnight(long time) {
    return Instant.ofEpochMilli(time)
        .atZone(zone)
        .truncatedTo(ChronoUnit.DAYS)
        .toInstant()
        .toEpochMilli();
  }

  private SubQuery subQuery(long length) {
    List<Filter> filters = new ArrayList<>();
    int count = choice.percent(40) ? 0 : choice.percent(60) ? 1 : 2 + choice.below(2);
    for (int i = 0; i < count; i++) {
      boolean again = i > 0 && choice.percent(35);
      filters.add(filter(again ? filters.getLast().key() : key()));
    }
    return new SubQuery(
        choice.of(Functions.NAMES),
        choice.percent(1) ? "m.unknown" : choice.of(metrics),
        filters,
        choice.percent(15),
        choice.percent(60) ? downsampling(length) : null,
        choice.percent(35) ? rate() : null);
  }

  private String key() {
    return choice.percent(1) ? "nokey" : choice.of(List.copyOf(tags.keySet()));
  }

  private Filter filter(String key) {
    List<String> values = List.copyOf(tags.getOrDefault(key, new TreeSet<>(List.of("a"))));
    String type = choice.percent(20) ? "literal_or" : choice.of(Filter.TYPES);
    String value = choice.of(values);
    boolean groupBy = choice.percent(50) && !type.equals("not_key");
    String text =
        switch (type) {
          case "not_key" -> "";
          case "wildcard", "iwildcard" -> wildcard(value);
          case "regexp" -> regexp(value);
          case "iliteral_or", "not_iliteral_or" -> literals(values).toUpperCase(Locale.ROOT);
          default -> literals(values);
        };
    return new Filter(type, key, text, groupBy);
  }

  private String literals(List<String> values) {
    var text = new StringBuilder(choice.percent(1) ? "novalue" : choice.of(values));
    while (choice.percent(50)) {
      text.append('|').append(choice.of(values));
    }
    return text.toString();
  }

  private String wildcard(String value) {
    int cut = choice.below(value.length() + 1);
    return choice.of("*", "*", value.substring(0, cut) + "*", "*" + value.substring(cut));
  }

  private String regexp(String value) {
    return choice.of(
        ".*", "^" + value.charAt(0), "[0-9]$", "(a|b)", "a.b", "(?i)web.*", "^" + value + "$");
  }

  private @Nullable Downsampling downsampling(long length) {
    boolean calendar = choice.percent(20);
    String interval = choice.of(calendar ? CALENDAR : INTERVALS);
    if (calendar && interval.equals("6h") && !zone.getRules().getTransitionRules().isEmpty()) {
      // where the clocks change, several hours are counted from the first point of each series
      interval = "1d";
    }
    String unit = interval.replaceAll("[0-9]", "");
    var result =
        new Downsampling(
            Integer.parseInt(interval.replaceAll("[^0-9]", "")),
            unit,
            calendar,
            calendar ? zone : ZoneOffset.UTC,
            choice.of(Functions.NAMES.stream().filter(name -> !name.equals("none")).toList()),
            choice.of("none", "none", "nan", "null", "zero"));
    long buckets = unit.equals("all") ? 1 : length / result.lengthMillis();
    return buckets > MOST_BUCKETS ? null : result;
  }

  private Rate rate() {
    if (choice.percent(40)) {
      return Rate.PLAIN;
    }
    boolean counter = !body || choice.percent(75);
    return new Rate(
        counter,
        choice.percent(60) ? Rate.DEFAULT_MAX : choice.of(100.0, 65_535.0, 4_294_967_295.0),
        choice.percent(70) ? 0 : choice.of(1.0, 10.0, 1000.0),
        choice.percent(25));
  }
}
