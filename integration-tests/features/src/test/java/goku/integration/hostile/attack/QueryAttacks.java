package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.encode;
import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.util.List;

/// Queries whose answers or intermediate results are large, and sub queries without a limit.
final class QueryAttacks {
  private static final String MONTH = "/api/query?start=30d-ago&m=";
  private static final long EQUAL_SUB_QUERIES = 100_000;

  private QueryAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("query: filled seconds of 30 days", QueryAttacks::filledSeconds),
        new Attack("query: filled 3 ms, unaggregated", QueryAttacks::filledMillis),
        new Attack("query: 64 at once of filled minutes", QueryAttacks::filledMinutes),
        new Attack("query: 100,000 equal sub queries", QueryAttacks::equalSubQueries),
        new Attack("query: 2,000 unaggregated sub queries", QueryAttacks::manySubQueries),
        new Attack("query: groups of every series", QueryAttacks::manyGroups),
        new Attack("query: rates and percentiles of everything", QueryAttacks::costly),
        new Attack("query: odd times and intervals", QueryAttacks::oddTimes),
        new Attack("query: odd options", QueryAttacks::oddOptions),
        new Attack("query: 100,000 TSUIDs", QueryAttacks::tsuids),
        new Attack("query: forged cursors", QueryAttacks::cursors),
        new Attack("query: deletes from a client without the right", QueryAttacks::deletes));
  }

  private static void filledSeconds(Attacker attacker) throws IOException {
    byte[] query = get(MONTH + encode("avg:1s-avg-zero:wide"));
    attacker.ask(query);
    attacker.askAtOnce(attacker.times(4, 32), query);
  }

  private static void filledMillis(Attacker attacker) throws IOException {
    String query = "/api/query?start=80m-ago&m=" + encode("none:3ms-sum-zero:wide");
    attacker.askAtOnce(attacker.times(2, 16), get(query));
  }

  private static void filledMinutes(Attacker attacker) throws IOException {
    attacker.askAtOnce(64, get(MONTH + encode("avg:1m-avg-zero:wide")));
  }

  private static void equalSubQueries(Attacker attacker) throws IOException {
    String sub = "{\"aggregator\":\"sum\",\"metric\":\"wide\"}";
    String begin = "{\"start\":\"1h-ago\",\"queries\":[" + sub;
    long bytes = EQUAL_SUB_QUERIES * (sub.length() + 1);
    attacker.refused(413, postZipped("/api/query", Bombs.gzip(begin, "," + sub, bytes, "]}")));
    attacker.ask(get("/api/query?start=1h-ago" + "&m=sum:wide".repeat(5_000)));
  }

  private static void manySubQueries(Attacker attacker) throws IOException {
    String sub = "{\"aggregator\":\"none\",\"metric\":\"wide\"}";
    for (int count : List.of(64, 2_000)) {
      String subs = (sub + ",").repeat(count - 1) + sub;
      attacker.ask(post("/api/query", "{\"start\":\"2h-ago\",\"queries\":[" + subs + "]}"));
    }
  }

  private static void manyGroups(Attacker attacker) throws IOException {
    byte[] query = get("/api/query?start=1h-ago&m=" + encode("sum:crowd{host=*,dc=*}"));
    attacker.ask(query);
    attacker.askAtOnce(attacker.times(8, 64), query);
  }

  private static void costly(Attacker attacker) throws IOException {
    List<String> queries =
        List.of(
            "sum:rate{counter,18446744073709551615,1}:crowd{host=*}",
            "p999:1ms-p99:wide{host=*}",
            "median:1s-median-nan:wide",
            "sum:0all-sum:crowd",
            "sum:1ms-dev-scalar#1e308:wide",
            "sum:1n-avg:wide",
            "diff:1dc-first-null:wide{host=*}");
    for (String query : queries) {
      attacker.ask(get("/api/query?start=2h-ago&m=" + encode(query)));
      attacker.ask(get("/api/query?start=2h-ago&showQuery&arrays&m=" + encode(query)));
    }
  }

  private static void oddTimes(Attacker attacker) throws IOException {
    List<String> starts =
        List.of(
            "0",
            "-1",
            "9223372036854775807",
            "99999999999999999999999y-ago",
            "2147483647y-ago",
            "0s-ago",
            "1970/01/01-00:00:00",
            "9999/99/99",
            "now",
            "x",
            "1e300",
            "0x7f",
            "NaN");
    for (String start : starts) {
      attacker.ask(get("/api/query?start=" + start + "&m=sum:wide"));
      attacker.ask(get("/api/query?start=1h-ago&end=" + start + "&m=sum:wide"));
      attacker.ask(get("/api/query?start=" + start + "&m=sum:1yc-sum-zero:wide&tz=x"));
    }
    for (String interval : List.of("0s", "-1s", "9223372036854775807s", "1000000y", "1", "s")) {
      attacker.ask(get("/api/query?start=1h-ago&m=sum:" + interval + "-avg-zero:wide"));
    }
  }

  private static void oddOptions(Attacker attacker) throws IOException {
    List<String> options =
        List.of(
            "tz=" + "x".repeat(60_000),
            "tz=../../etc/passwd",
            "padding&padding&ms&ms&arrays",
            "use_calendar&tz=Pacific/Apia",
            "page=0",
            "page=-1",
            "page=9223372036854775807",
            "global_annotations&no_annotations",
            "show_tsuids&show_stats&show_summary",
            "percentiles=" + "99,".repeat(10_000),
            "rate=x",
            "explicit_tags");
    for (String option : options) {
      attacker.ask(get("/api/query?start=1h-ago&m=sum:wide&" + option));
    }
  }

  private static void tsuids(Attacker attacker) throws IOException {
    String tsuid = "0123456789abcdef0123456789abcdef";
    String begin =
        "{\"start\":\"1h-ago\",\"queries\":[{\"aggregator\":\"sum\",\"tsuids\":[\"" + tsuid;
    String list = "\",\"" + tsuid;
    attacker.ask(postZipped("/api/query", Bombs.gzip(begin, list, 3_500_000, "\"]}]}")));
    attacker.ask(postZipped("/api/query", Bombs.gzip(begin, "0", 3_500_000, "\"]}]}")));
    attacker.ask(get("/api/query?start=1h-ago&tsuids=sum:" + (tsuid + ",").repeat(1_800)));
  }

  private static void cursors(Attacker attacker) throws IOException {
    for (String cursor : List.of("", "x", "e30", "eyJwYWdlIjp7fX0", "A".repeat(60_000))) {
      attacker.ask(get("/api/query?cursor=" + cursor));
      attacker.ask(get("/api/query?start=1h-ago&m=sum:wide&page=1&cursor=" + cursor));
      attacker.ask(post("/api/query", "{\"cursor\":\"" + cursor + "\"}"));
    }
    attacker.ask(get("/api/query?start=1h-ago&m=none:crowd&page=1"));
  }

  private static void deletes(Attacker attacker) throws IOException {
    attacker.ask(get("/api/query?start=0&m=sum:still&method_override=delete"));
    attacker.ask(get("/api/query?start=0&m=sum:still&method=DELETE"));
    attacker.ask(get("/api/query?start=0&m=sum:still", "X-HTTP-Method-Override: DELETE"));
  }
}
