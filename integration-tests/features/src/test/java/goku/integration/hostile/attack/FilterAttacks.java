package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.encode;
import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.postZipped;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.util.List;

/// Regular expressions, wildcards and filters of any size.
final class FilterAttacks {
  private FilterAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("filter: nested repetitions", FilterAttacks::repetitions),
        new Attack("filter: 10,000 parentheses", FilterAttacks::parentheses),
        new Attack("filter: exponential backtracking", FilterAttacks::backtracking),
        new Attack("filter: odd regular expressions", FilterAttacks::oddExpressions),
        new Attack("filter: wildcards that backtrack", FilterAttacks::wildcards),
        new Attack("filter: 20 MB of alternatives at once", FilterAttacks::large),
        new Attack("filter: many filters", FilterAttacks::many),
        new Attack("filter: unknown names of 500 KB", FilterAttacks::unknownNames));
  }

  private static byte[] regexp(String expression) {
    return get("/api/query?start=1h-ago&m=" + encode("sum:crowd{host=regexp(" + expression + ")}"));
  }

  private static void repetitions(Attacker attacker) throws IOException {
    attacker.refused(400, regexp("((((a{1,1000}){1,1000}){1,1000}))"));
    attacker.refused(400, regexp("(((a{100000}){100000}){100000})"));
    attacker.ask(regexp("h{1,1000}"));
  }

  private static void parentheses(Attacker attacker) throws IOException {
    attacker.refused(400, regexp("(".repeat(10_000) + "a" + ")".repeat(10_000)));
    attacker.refused(400, regexp("(".repeat(10_000)));
    attacker.ask(regexp("a|".repeat(10_000)));
    attacker.ask(regexp("a*".repeat(10_000)));
  }

  private static void backtracking(Attacker attacker) throws IOException {
    for (String expression :
        List.of("(h+)+!", "(.*)*!", "(h|h|hh)+!", "(.*.*.*.*.*.*)x", "^(([a-z0-9])+.)+[A-Z]$")) {
      attacker.ask(regexp(expression));
      attacker.askAtOnce(attacker.times(2, 32), regexp(expression));
    }
  }

  private static void oddExpressions(Attacker attacker) throws IOException {
    for (String expression :
        List.of(
            "\\", "*", "(?=h)", "\\1", "(?<n>h)\\k<n>", "[^", "\\p{Foo}", "\\Q", "{", "(?i", "")) {
      // a POST, because a GET answers syntax errors by 500, as OpenTSDB does
      attacker.ask(
          postZipped("/api/query", filter("regexp", expression.replace("\\", "\\\\"), "", 0)));
    }
  }

  private static void wildcards(Attacker attacker) throws IOException {
    for (String pattern : List.of("*h*h*h*h*h*h*h*x", "*".repeat(20_000), "*a".repeat(10_000))) {
      String query = encode("sum:crowd{host=wildcard(" + pattern + ")}");
      attacker.ask(get("/api/query?start=1h-ago&m=" + query));
      attacker.ask(get("/api/query?start=1h-ago&m=" + query.replace("wildcard", "iwildcard")));
    }
  }

  private static void large(Attacker attacker) throws IOException {
    byte[] body = filter("literal_or", "x", "|x", 20_000_000);
    attacker.askAtOnce(attacker.times(6, 33), postZipped("/api/query", body));
    attacker.ask(postZipped("/api/query", filter("not_literal_or", "", "x", 20_000_000)));
    attacker.ask(postZipped("/api/query", filter("regexp", "a", "|a", 20_000_000)));
    attacker.ask(postZipped("/api/query", filter("wildcard", "*", "a*", 20_000_000)));
  }

  private static byte[] filter(String type, String begin, String repeated, long bytes) {
    String prefix =
        """
        {"start":"1h-ago","queries":[{"aggregator":"sum","metric":"crowd",
        "filters":[{"type":"%s","tagk":"host","groupBy":false,"filter":"%s\
        """
            .formatted(type, begin);
    return Bombs.gzip(prefix, repeated, bytes, "\"}]}]}");
  }

  private static void many(Attacker attacker) throws IOException {
    String filter = "{\"type\":\"wildcard\",\"tagk\":\"host\",\"filter\":\"*\",\"groupBy\":true}";
    String begin =
        "{\"start\":\"1h-ago\",\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"crowd\","
            + "\"filters\":["
            + filter;
    for (int bytes : List.of(70_000, 7_000_000)) {
      attacker.ask(postZipped("/api/query", Bombs.gzip(begin, "," + filter, bytes, "]}]}")));
    }
    String tags = "host=*,".repeat(6_000);
    attacker.ask(get("/api/query?start=1h-ago&m=" + encode("sum:crowd{" + tags + "host=*}")));
  }

  private static void unknownNames(Attacker attacker) throws IOException {
    String begin = "{\"start\":\"1h-ago\",\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"";
    byte[] body = Bombs.gzip(begin, "u", 500_000, "\"}]}");
    for (int i = 0; i < attacker.times(20, 2_000); i++) {
      attacker.ask(postZipped("/api/query", body));
    }
    for (int i = 0; i < attacker.times(100, 20_000); i++) {
      attacker.ask(get("/api/query?start=1h-ago&m=sum:unknown" + i + "x".repeat(1_000)));
    }
  }
}
