package goku.benchmark.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.PreAggregation;
import goku.model.SeriesName;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A metric of 1,000,000 series that report every minute for an hour, some of them late and some
/// twice: what a group-by takes with a rule and without, whether the answers are the same, and what
/// the rule costs an append. Run as a program; the argument is the number of series, a million if
/// there is none.
public final class PreAggregationBenchmark {
  private static final String METRIC = "cpu.wide";
  private static final long MINUTE = 60_000;
  private static final int MINUTES = 60;
  private static final int CLUSTERS = 100;
  private static final List<PreAggregation> RULES =
      List.of(
          new PreAggregation(METRIC, List.of("cluster", "region"), Duration.ofMinutes(1)),
          new PreAggregation("other", List.of("cluster"), Duration.ofMinutes(1)));

  private PreAggregationBenchmark() {}

  public static void main(String[] args) throws Exception {
    int series = args.length == 0 ? 1_000_000 : Integer.parseInt(args[0]);
    try (var root = new LoadedRoot("--max-series=10000000", "--query-timeout=600s")) {
      load(root, series);
      List<String> withRule = ask(root, "with a rule", 50);
      root.preAggregate(List.of());
      compare(withRule, ask(root, "without", 3));
    }
  }

  /// Adds the rule in the middle, so that existing data is aggregated too.
  private static void load(LoadedRoot root, int series) {
    var input = new Input(root, series);
    input.minutes(0, 20);
    print("append, no rule at all", input.minutes(20, MINUTES / 2));
    root.preAggregate(RULES.subList(1, 2));
    print("append, rules of other metrics", input.minutes(MINUTES / 2, 40));
    long start = System.nanoTime();
    root.preAggregate(RULES);
    System.out.println(
        "  building %d minutes of %,d series: %,d ms"
            .formatted(40, series, (System.nanoTime() - start) / 1_000_000));
    print("append, with the rule", input.minutes(40, 50));
    input.minutes(50, MINUTES);
    root.preAggregate(RULES);
    System.out.println("  aggregates take %,d KiB".formatted(root.aggregateBytes() >> 10));
  }

  private static void print(String what, double nanos) {
    System.out.println("  %-50s %8.0f ns a datapoint".formatted(what, nanos));
  }

  private static final class Input {
    private final LoadedRoot root;
    private final List<SeriesName> names = new ArrayList<>();
    private final Random random = new Random(1);
    private final long begin = LoadedRoot.NOW.toEpochMilli() - MINUTES * MINUTE;

    Input(LoadedRoot root, int series) {
      this.root = root;
      for (int i = 0; i < series; i++) {
        var name =
            SeriesName.of(
                METRIC,
                Map.of(
                    "cluster", "c" + i % CLUSTERS,
                    "region", "r" + i % CLUSTERS % 7,
                    "host", "host_" + i / 4,
                    "core", "c" + i % 4));
        names.add(name);
      }
    }

    /// All series of one minute, then those of the next; one in 200 comes a minute late, and one in
    /// 200 twice. Returns the nanoseconds a datapoint.
    double minutes(int from, int to) {
      long start = System.nanoTime();
      long count = 0;
      for (int minute = from; minute < to; minute++) {
        for (int i = 0; i < names.size(); i++) {
          int chance = minute == 0 ? 2 : (i + minute * 7) % 200;
          if (chance != 0 || minute == to - 1) {
            put(i, minute);
            count++;
          }
          if (minute > from && (i + (minute - 1) * 7) % 200 == 0 && minute > 1) {
            put(i, minute - 1);
            count++;
          }
          if (chance == 1) {
            put(i, minute - 1);
            count++;
          }
        }
      }
      root.send();
      return (System.nanoTime() - start) / (double) count;
    }

    /// Puts a value that follows from series and minute, so that a repetition is equal.
    private void put(int i, int minute) {
      random.setSeed(i * 61L + minute);
      double value = Math.rint(random.nextGaussian() * 100) / 8;
      root.put(names.get(i), begin + minute * MINUTE, value);
    }
  }

  /// The first three are counted on to be the same to the last bit.
  private static List<String> queries() {
    String metric = "\"metric\":\"" + METRIC + "\"";
    String all = "{\"type\":\"wildcard\",\"tagk\":\"cluster\",\"filter\":\"*\",\"groupBy\":true}";
    List<String> queries = new ArrayList<>();
    for (String aggregator : List.of("count", "min", "max", "sum", "avg")) {
      queries.add(
          "%s,\"aggregator\":\"%s\",\"downsample\":\"1m-avg\",\"filters\":[%s]"
              .formatted(metric, aggregator, all));
    }
    queries.add(
        "%s,\"aggregator\":\"sum\",\"downsample\":\"10m-sum\",\"filters\":[%s]"
            .formatted(metric, all));
    return queries;
  }

  /// Times the queries; returns their answers.
  private static List<String> ask(LoadedRoot root, String how, int repeats) throws Exception {
    List<String> answers = new ArrayList<>();
    try (var client = new KeepAliveClient(root.port())) {
      for (String query : queries()) {
        String name = query.substring(query.indexOf("aggregator"), query.indexOf(",\"filters"));
        new TimedQuery(how + " " + name, query, Duration.ofHours(1), repeats)
            .measure(client, LoadedRoot.NOW);
        answers.add(body(root, query));
      }
    }
    return answers;
  }

  private static String body(LoadedRoot root, String query) throws Exception {
    long end = LoadedRoot.NOW.getEpochSecond();
    String json =
        "{\"start\":%d,\"end\":%d,\"showStats\":true,\"queries\":[{%s}]}"
            .formatted(end - 3600, end, query);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:%d/api/query".formatted(root.port())))
                  .POST(HttpRequest.BodyPublishers.ofString(json))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static void compare(List<String> answers, List<String> others) throws Exception {
    var json = new ObjectMapper();
    for (int i = 0; i < answers.size(); i++) {
      JsonNode a = json.readTree(answers.get(i));
      JsonNode b = json.readTree(others.get(i));
      double largest = 0;
      long values = 0;
      for (int group = 0; group < Math.max(a.size(), b.size()); group++) {
        JsonNode mine = a.path(group).path("dps");
        JsonNode theirs = b.path(group).path("dps");
        if (mine.size() != theirs.size()
            || !a.path(group).path("tags").equals(b.path(group).path("tags"))) {
          throw new IllegalStateException("groups differ: %s and %s".formatted(mine, theirs));
        }
        for (var at : theirs.properties()) {
          double expected = at.getValue().asDouble();
          double difference = Math.abs(mine.path(at.getKey()).asDouble() - expected);
          largest = Math.max(largest, difference / Math.max(Math.abs(expected), Double.MIN_NORMAL));
          values++;
        }
      }
      if (largest > (i < 3 ? 0 : 1e-12)) {
        throw new IllegalStateException("answer %d differs by %s".formatted(i, largest));
      }
      System.out.println(
          "  answer %d: %,d values in %d groups, which differ by at most %s; %s and %s"
              .formatted(i, values, a.size(), largest, origins(a), origins(b)));
    }
  }

  private static String origins(JsonNode answer) {
    return answer.findPath("gokuStats").path("origins").toString();
  }
}
