package goku.integration.hostile.attack;

import static goku.integration.hostile.client.Requests.get;
import static goku.integration.hostile.client.Requests.post;
import static goku.integration.hostile.client.Requests.postZipped;
import static goku.integration.hostile.client.Requests.request;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.Bombs;
import goku.integration.hostile.client.Port;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// The same abuse of each endpoint: methods, parameters and bodies that it does not expect.
final class EndpointAttacks {
  /// Each route of the public port.
  private static final List<String> PUBLIC =
      List.of(
          "/",
          "/top",
          "/page/app.js",
          "/healthz",
          "/readyz",
          "/q",
          "/suggest",
          "/aggregators",
          "/version",
          "/api/put",
          "/api/query",
          "/api/query/x",
          "/api/query/exp",
          "/api/query/gexp",
          "/api/query/last",
          "/api/suggest",
          "/api/search/lookup",
          "/api/search/x",
          "/api/uid/assign",
          "/api/uid/rename",
          "/api/uid/uidmeta",
          "/api/uid/tsmeta",
          "/api/uid/x",
          "/api/annotation",
          "/api/annotation/bulk",
          "/api/annotations",
          "/api/goku/changes",
          "/api/goku/correlate",
          "/api/goku/top",
          "/api/goku/top/tags",
          "/api/goku/unqueried",
          "/api/aggregators",
          "/api/config",
          "/api/config/filters",
          "/api/version",
          "/api/stats",
          "/api/status",
          "/api/stats/region_clients",
          "/api/rollup",
          "/api/histogram",
          "/api/tree/x",
          "/api/x");

  /// Each route of the admin port only.
  private static final List<String> ADMIN =
      List.of(
          "/metrics",
          "/logs",
          "/api/stats/query",
          "/api/stats/jvm",
          "/api/stats/threads",
          "/api/dropcaches",
          "/api/goku/blocks",
          "/api/goku/namespaces",
          "/api/goku/compactor/status");

  private static final byte[] OBJECTS = Bombs.gzip("[{}", ",{}", 8L << 20, "]");
  private static final byte[] STRING = Bombs.gzip("{\"metric\":\"", "x", 8L << 20, "\"}");

  private EndpointAttacks() {}

  static List<Attack> all() {
    return Stream.concat(
            PUBLIC.stream().map(path -> attack(path, Port.PUBLIC)),
            ADMIN.stream().map(path -> attack(path, Port.ADMIN)))
        .toList();
  }

  private static Attack attack(String path, Port port) {
    return new Attack("endpoint: " + path, attacker -> abuse(attacker, path, port));
  }

  private static void abuse(Attacker attacker, String path, Port port) throws IOException {
    attacker.ask(port, get(path + "?" + "a=" + "x".repeat(60_000)));
    attacker.ask(port, get(path + "?" + "&a".repeat(20_000)));
    attacker.ask(port, get(path + "/" + "x/".repeat(20_000)));
    attacker.ask(port, get(path + "?start=%00&m=%ff&metric=%0a&limit=-1&max=x"));
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "HEAD")) {
      attacker.ask(port, request(method, path, new byte[] {'{', '}'}));
    }
    attacker.ask(port, post(path, "[".repeat(200_000)));
    attacker.ask(port, postZipped(path, OBJECTS));
    attacker.ask(port, postZipped(path, STRING));
    for (int i = 0; i < attacker.times(1, 300); i++) {
      attacker.ask(port, request("POST", path, new byte[0]));
      attacker.ask(port, get(path));
    }
  }
}
