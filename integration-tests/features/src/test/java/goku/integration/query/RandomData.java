package goku.integration.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A generator of data sets: one or two metrics, 1 to 60 series, 1 to 30 hours.
final class RandomData {
  /// Days near a clock change, or near the start of a week, a month or a year.
  private static final List<Instant> DAYS =
      List.of(
          Instant.parse("2026-03-07T16:00:00Z"),
          Instant.parse("2026-06-10T00:00:00Z"),
          Instant.parse("2026-10-24T16:00:00Z"),
          Instant.parse("2026-10-31T16:00:00Z"),
          Instant.parse("2026-12-31T16:00:00Z"));

  /// The tags in a fixed order, so that the seed decides everything.
  static final SortedMap<String, List<String>> TAGS =
      new TreeMap<>(
          Map.of(
              "host",
              List.of("web01", "web02", "WEB01", "Web02", "a", "a-b", "a.b", "a_b", "a/b", "b"),
              "dc",
              List.of("lga", "sjc"),
              "env",
              List.of("prod", "dev", "a"),
              "cpu",
              List.of("0", "1", "10", "2")));

  private static final long HOUR = 3_600_000;

  private final Choice choice;
  private final long first;
  private final long last;
  private final RandomValues values;

  private RandomData(Choice choice) {
    this.choice = choice;
    this.first =
        choice.of(DAYS).toEpochMilli() + choice.below(8) * HOUR + choice.below(2) * 1800_000L;
    this.last = first + choice.between(1, choice.percent(70) ? 6 : 30) * HOUR;
    this.values = new RandomValues(choice);
  }

  static DataSet of(Choice choice) {
    return new RandomData(choice).make();
  }

  private DataSet make() {
    List<String> metrics = choice.percent(30) ? List.of("m.a", "m.b") : List.of("m.a");
    int count = choice.percent(60) ? 1 + choice.below(6) : 1 + choice.below(60);
    Map<String, List<Write>> series = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String metric = choice.of(metrics);
      SortedMap<String, String> tags = tags();
      series.computeIfAbsent(metric + tags, name -> points(metric, tags, count));
    }
    return new DataSet(order(series), choice.between(first, last));
  }

  private SortedMap<String, String> tags() {
    SortedMap<String, String> tags = new TreeMap<>();
    TAGS.forEach(
        (key, some) -> {
          if (choice.percent(key.equals("host") ? 90 : 50)) {
            tags.put(key, choice.of(some));
          }
        });
    if (tags.isEmpty()) {
      tags.put("dc", "lga");
    }
    return tags;
  }

  private List<Write> points(String metric, SortedMap<String, String> tags, int series) {
    long from = choice.percent(70) ? first : choice.between(first, last);
    long to = choice.percent(70) ? last : choice.between(from, last);
    int most = series > 20 ? 25 : 90;
    long step = Math.max(1, (to - from) / (1 + choice.below(most)));
    step = rounded(step);
    long phase = choice.percent(60) ? 0 : choice.between(0, step);
    boolean jitter = choice.percent(30);
    boolean millis = choice.percent(15);
    boolean gaps = choice.percent(40);
    List<Write> writes = new ArrayList<>();
    int gap = 0;
    for (long time = from + phase; time <= to; time += step) {
      long at = jitter ? choice.between(time, Math.min(to, time + step - 1)) : time;
      gap = gaps && choice.percent(10) ? choice.below(8) : gap - 1;
      if (gap <= 0) {
        writes.add(new Write(metric, tags, millis ? at : at / 1000 * 1000, values.next()));
      }
    }
    if (writes.isEmpty()) {
      writes.add(new Write(metric, tags, from / 1000 * 1000, values.next()));
    }
    values.nextSeries();
    return writes;
  }

  /// Returns a round step, so that series meet.
  private long rounded(long step) {
    if (choice.percent(20)) {
      return step;
    }
    for (long nice : new long[] {HOUR, 600_000, 300_000, 60_000, 30_000, 10_000, 1000}) {
      if (step >= nice) {
        return step / nice * nice;
      }
    }
    return step;
  }

  /// Returns the writes by time, or by series. Some are repeated with another value.
  private List<Write> order(Map<String, List<Write>> series) {
    List<Write> writes = new ArrayList<>();
    series.values().forEach(writes::addAll);
    List<Write> again = new ArrayList<>();
    if (choice.percent(30)) {
      for (Write write : writes) {
        if (choice.percent(10)) {
          again.add(
              new Write(write.metric(), write.tags(), write.timestampMillis(), values.next()));
        }
      }
    }
    if (choice.percent(50)) {
      writes.sort((a, b) -> Long.compare(a.timestampMillis(), b.timestampMillis()));
    }
    writes.addAll(again);
    return writes;
  }
}
