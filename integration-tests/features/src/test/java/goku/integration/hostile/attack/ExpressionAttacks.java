package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.encode;
import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;

import goku.integration.hostile.client.Attacker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Expressions of `/api/query/exp` and functions of `/api/query/gexp`.
final class ExpressionAttacks {
  private ExpressionAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("exp: deep parentheses", ExpressionAttacks::deep),
        new Attack("exp: chains that double, and circles", ExpressionAttacks::chains),
        new Attack("exp: many metrics, expressions and outputs", ExpressionAttacks::many),
        new Attack("exp: join of everything", ExpressionAttacks::join),
        new Attack("gexp: deep calls", ExpressionAttacks::deepCalls),
        new Attack("gexp: huge windows and shifts", ExpressionAttacks::windows),
        new Attack("gexp: many expressions", ExpressionAttacks::manyCalls));
  }

  private static String exp(List<String> expressions, int metrics, String metric) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < metrics; i++) {
      all.add("{\"id\":\"m%d\",\"filter\":\"f\",\"metric\":\"%s\"}".formatted(i, metric));
    }
    List<String> numbered = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      numbered.add("{\"id\":\"e%d\",\"expr\":\"%s\"}".formatted(i, expressions.get(i)));
    }
    return """
    {"time":{"start":"2h-ago","aggregator":"sum"},
     "filters":[{"id":"f","tags":[{"type":"wildcard","tagk":"host","filter":"*","groupBy":true}]}],
     "metrics":[%s],"expressions":[%s]}\
    """
        .formatted(String.join(",", all), String.join(",", numbered));
  }

  private static void ask(Attacker attacker, String body) throws IOException {
    attacker.ask(post("/api/query/exp", body));
  }

  private static void deep(Attacker attacker) throws IOException {
    for (int depth : List.of(90, 1_000, 100_000)) {
      ask(attacker, exp(List.of("(".repeat(depth) + "m0" + ")".repeat(depth)), 1, "still"));
      ask(attacker, exp(List.of("-".repeat(depth) + "m0"), 1, "still"));
      ask(attacker, exp(List.of("m0" + "+m0".repeat(depth)), 1, "still"));
      ask(attacker, exp(List.of("!".repeat(depth) + "m0"), 1, "still"));
    }
  }

  private static void chains(Attacker attacker) throws IOException {
    List<String> doubling = new ArrayList<>(List.of("m0+m0"));
    for (int i = 0; i < 60; i++) {
      doubling.add("e%d+e%d".formatted(i, i));
    }
    ask(attacker, exp(doubling, 1, "wide"));
    ask(attacker, exp(List.of("e1+m0", "e0+m0"), 1, "still"));
    ask(attacker, exp(List.of("e0"), 1, "still"));
  }

  private static void many(Attacker attacker) throws IOException {
    ask(attacker, exp(List.of("m0"), 10_000, "wide"));
    ask(attacker, exp(Collections.nCopies(10_000, "m0"), 1, "wide"));
    ask(attacker, exp(List.of("m0+m1+m2+m3"), 60, "wide"));
  }

  private static void join(Attacker attacker) throws IOException {
    byte[] request = post("/api/query/exp", exp(List.of("m0*m1/m2"), 3, "crowd"));
    attacker.ask(request);
    attacker.askAtOnce(attacker.times(4, 32), request);
  }

  private static void gexp(Attacker attacker, String call) throws IOException {
    attacker.ask(get("/api/query/gexp?start=2h-ago&exp=" + encode(call)));
  }

  private static void deepCalls(Attacker attacker) throws IOException {
    for (int depth : List.of(20, 500, 6_000)) {
      gexp(attacker, "scale(".repeat(depth) + "sum:wide" + ",1)".repeat(depth));
      gexp(attacker, "scale(".repeat(depth));
      gexp(attacker, "sumSeries(" + "sum:wide,".repeat(depth) + "sum:wide)");
    }
  }

  private static void windows(Attacker attacker) throws IOException {
    for (String size :
        List.of("1000000000", "'1000000000y'", "-1", "99999999999999999999", "NaN")) {
      gexp(attacker, "movingAverage(sum:wide," + size + ")");
      gexp(attacker, "timeShift(sum:wide," + size + ")");
      gexp(attacker, "highestCurrent(sum:wide{host=*}," + size + ")");
      gexp(attacker, "firstDiff(sum:wide," + size + ")");
    }
  }

  private static void manyCalls(Attacker attacker) throws IOException {
    String call = "&exp=" + encode("scale(none:1s-avg-zero:wide,2)");
    attacker.ask(get("/api/query/gexp?start=2h-ago" + call.repeat(20)));
    attacker.ask(get("/api/query/gexp?start=2h-ago" + call.repeat(1_000)));
  }
}
