package goku.standalone.bench.ask;

import goku.standalone.bench.load.Schedule;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// The three types of queries of the paper.
public enum QueryType {
  SINGLE_1_1_1(
      "single-groupby-1-1-1", "one host, an hour, maxima of 5 minutes", Duration.ofHours(1)),
  SINGLE_1_1_12(
      "single-groupby-1-1-12", "one host, 12 hours, maxima of 5 minutes", Duration.ofHours(12)),
  DOUBLE_1("double-groupby-1", "all hosts, a day, means of an hour", Duration.ofDays(1));

  private static final String METRIC = "cpu.usage_user";

  private final String title;
  private final String meaning;
  private final Duration range;

  QueryType(String title, String meaning, Duration range) {
    this.title = title;
    this.meaning = meaning;
    this.range = range;
  }

  public String title() {
    return title;
  }

  public String meaning() {
    return meaning;
  }

  /// Returns a query of a random range within the schedule, or of the whole schedule if that is
  /// shorter.
  String random(QueryLanguage language, Schedule schedule, int hosts, RandomGenerator random) {
    long first = schedule.seconds(0);
    long behind = schedule.lastSeconds() + schedule.interval().toSeconds();
    long spare = behind - first - range.toSeconds();
    long start = spare <= 0 ? first : first + random.nextLong(spare + 1);
    long end = Math.min(behind, start + range.toSeconds()) - 1;
    return this == DOUBLE_1
        ? language.allHosts(METRIC, start, end)
        : language.oneHost(METRIC, "host_" + random.nextInt(hosts), start, end);
  }
}
