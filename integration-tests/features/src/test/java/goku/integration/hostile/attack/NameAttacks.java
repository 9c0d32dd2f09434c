package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.encode;
import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import java.io.IOException;
import java.util.List;

/// Look-ups of names and series, last datapoints, and reports of the largest metrics.
final class NameAttacks {
  private NameAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack("lookup: 25 of all series", NameAttacks::lookup),
        new Attack("lookup: odd limits and names", NameAttacks::oddLookups),
        new Attack("suggest: everything, and odd texts", NameAttacks::suggest),
        new Attack("assign: many long names", NameAttacks::assign),
        new Attack("last: every series", NameAttacks::last),
        new Attack("last: many series and odd scans", NameAttacks::oddLast),
        new Attack("top: odd sizes and metrics", NameAttacks::top));
  }

  private static void lookup(Attacker attacker) throws IOException {
    for (String tags : List.of("{dc=*}", "crowd{dc=*}", "*{host=*}")) {
      for (int limit : List.of(1, 25)) {
        String query = "/api/search/lookup?m=" + encode(tags) + "&limit=" + limit;
        attacker.ask(get(query));
        attacker.askAtOnce(attacker.times(8, 64), get(query));
      }
    }
  }

  private static void oddLookups(Attacker attacker) throws IOException {
    for (String limit : List.of("0", "-1", "2147483647", "99999999999", "x")) {
      attacker.ask(get("/api/search/lookup?m=crowd&limit=" + limit));
      attacker.ask(get("/api/search/lookup?m=crowd&limit=1&startIndex=" + limit));
    }
    attacker.ask(get("/api/search/lookup?m=" + encode("{" + "a=*,".repeat(10_000) + "a=*}")));
    attacker.ask(get("/api/search/lookup?m=" + encode("{=}")));
    attacker.ask(get("/api/search/lookup"));
  }

  private static void suggest(Attacker attacker) throws IOException {
    for (String type : List.of("metrics", "tagk", "tagv", "x")) {
      for (String max : List.of("1", "2147483647", "-1", "x")) {
        attacker.ask(get("/api/suggest?type=" + type + "&max=" + max));
        attacker.ask(get("/api/suggest?type=" + type + "&max=" + max + "&q=" + "h".repeat(50_000)));
      }
    }
    attacker.askAtOnce(attacker.times(16, 200), get("/api/suggest?type=tagv&max=2147483647"));
    attacker.ask(postZipped("/api/suggest", Bombs.gzip("{\"q\":\"", "h", 20_000_000, "\"}")));
  }

  private static void assign(Attacker attacker) throws IOException {
    byte[] many = Bombs.gzip("{\"metric\":[\"a\"", ",\"a\"", 2_000_000, "]}");
    byte[] large = Bombs.gzip("{\"metric\":[\"", "n", 20_000_000, "\"]}");
    for (int i = 0; i < attacker.times(2, 50); i++) {
      attacker.ask(postZipped("/api/uid/assign", many));
      attacker.ask(postZipped("/api/uid/assign", large));
    }
    attacker.ask(get("/api/uid/assign?metric=" + "a,".repeat(25_000)));
    attacker.ask(post("/api/uid/uidmeta", "{\"uid\":\"" + "0".repeat(100_000) + "\"}"));
  }

  private static void last(Attacker attacker) throws IOException {
    byte[] query = get("/api/query/last?timeseries=crowd&resolve=true&back_scan=24");
    attacker.ask(query);
    attacker.askAtOnce(attacker.times(8, 64), query);
  }

  private static void oddLast(Attacker attacker) throws IOException {
    attacker.ask(get("/api/query/last?" + "timeseries=wide&".repeat(3_000)));
    attacker.ask(get("/api/query/last?" + "tsuids=00,".repeat(5_000)));
    for (String scan : List.of("2147483647", "9223372036854775807", "-1", "x")) {
      attacker.ask(get("/api/query/last?timeseries=wide&back_scan=" + scan));
    }
    String one = ",{\"metric\":\"wide\",\"tags\":{\"host\":\"*\"}}";
    byte[] body = Bombs.gzip("{\"queries\":[{\"metric\":\"wide\"}", one, 4_000_000, "]}");
    attacker.ask(postZipped("/api/query/last", body));
  }

  private static void top(Attacker attacker) throws IOException {
    for (String path : List.of("top", "top/tags", "unqueried")) {
      for (String value :
          List.of("2147483647", "-1", "99999999999999999999", "x", "x".repeat(60_000))) {
        String end = "?limit=" + value + "&max=" + value + "&metric=" + value + "&since=" + value;
        attacker.ask(get("/api/goku/" + path + end));
      }
      attacker.askAtOnce(
          attacker.times(8, 64), get("/api/goku/" + path + "?metric=crowd&limit=1000"));
    }
  }
}
