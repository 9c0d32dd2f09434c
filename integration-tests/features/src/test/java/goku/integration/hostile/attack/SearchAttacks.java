package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.encode;
import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;

import goku.integration.hostile.client.Attacker;
import java.io.IOException;
import java.util.List;

/// The searches of `/api/goku/correlate` and `/api/goku/changes`.
final class SearchAttacks {
  private SearchAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("correlate: all series, many at once", SearchAttacks::crowd),
        new Attack("correlate: all lags and a long answer", SearchAttacks::lags),
        new Attack("correlate: huge numbers", SearchAttacks::numbers),
        new Attack("correlate: costly haystacks", SearchAttacks::haystacks),
        new Attack("changes: all series, many at once", SearchAttacks::changes),
        new Attack("changes: odd windows and baselines", SearchAttacks::windows));
  }

  private static void changes(Attacker attacker) throws IOException {
    byte[] all = get("/api/goku/changes?start=30m-ago&interval=10s&top=1000");
    attacker.ask(all);
    attacker.askAtOnce(attacker.times(4, 32), all);
  }

  private static void windows(Attacker attacker) throws IOException {
    for (String duration : List.of("-1h", "0s", "1ms", "99999999999999999999h", "1000y", "x", "")) {
      attacker.ask(get("/api/goku/changes?start=30m-ago&baseline=" + duration));
      attacker.ask(get("/api/goku/changes?start=30m-ago&interval=" + duration));
    }
    for (String start : List.of("0", "1", "now", "-1", "9223372036854775807", "30m-ago&end=0")) {
      attacker.ask(get("/api/goku/changes?start=" + start));
      attacker.ask(get("/api/goku/changes?baseline=1h&start=" + start));
    }
  }

  private static byte[] search(String parameters) {
    return get("/api/goku/correlate?start=2h-ago&needle=" + encode("sum:wide") + parameters);
  }

  private static void crowd(Attacker attacker) throws IOException {
    attacker.ask(search(""));
    attacker.askAtOnce(attacker.times(4, 32), search("&interval=5s"));
    attacker.askAtOnce(attacker.times(4, 32), search("&interval=5s&score=spearman"));
  }

  private static void lags(Attacker attacker) throws IOException {
    attacker.ask(search("&interval=5s&top=1000&lags=60"));
    attacker.ask(search("&interval=5s&top=1000&lags=60&score=spearman"));
  }

  private static void numbers(Attacker attacker) throws IOException {
    for (String number : List.of("-1", "0", "99999999999999999999", "NaN", "1e9", "")) {
      attacker.ask(search("&top=" + number));
      attacker.ask(search("&lags=" + number));
      attacker.ask(search("&interval=" + number));
      attacker.ask(search("&interval=" + number + "ms"));
      attacker.ask(search("&interval=" + number + "y"));
    }
    attacker.ask(get("/api/goku/correlate?start=0&needle=" + encode("sum:1ms-avg:wide")));
  }

  private static void haystacks(Attacker attacker) throws IOException {
    for (String haystack :
        List.of(
            "*{host=regexp((a+)+$)}",
            "*{" + "host=*,".repeat(2_000) + "host=*}",
            "{".repeat(2_000),
            "*".repeat(4_000))) {
      attacker.ask(search("&haystack=" + encode(haystack)));
      attacker.ask(
          post(
              "/api/goku/correlate",
              "{\"start\":\"2h-ago\",\"needle\":\"sum:wide\",\"haystack\":\"%s\"}"
                  .formatted(haystack)));
    }
  }
}
