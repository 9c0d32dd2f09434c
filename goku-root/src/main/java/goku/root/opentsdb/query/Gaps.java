package goku.root.opentsdb.query;

import goku.http.HttpRequest;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Json;
import java.util.Set;

/// How datapoints without a value are written.
///
/// Grafana asks by two clients that need different answers. Both post to `/api/query`. Its server
/// calls itself `Grafana/<version>` or, from version 13 on, `Go-http-client/<version>`; it fails on
/// a text and takes null for 0, so that leaving the datapoint out is all it can read. The browser
/// comes through Grafana's proxy as `Grafana/<version>` and is told by `msResolution` or
/// `globalAnnotations`, which it always sends and the other never does; null it draws as a gap.
enum Gaps {
  /// `"NaN"`, or null where the query fills with null.
  AS_OPENTSDB,
  NULL,
  LEFT_OUT;

  private static final String BROWSER_VIA_PROXY = "Grafana/";
  private static final String GO_CLIENT = "Go-http-client/";
  private static final Set<String> SENT_BY_BROWSER =
      Set.of("msResolution", "globalAnnotations", "showQuery");

  static Gaps of(HttpRequest request, Dialect dialect) {
    String agent = request.header("user-agent").orElse("");
    boolean grafana = agent.startsWith(BROWSER_VIA_PROXY) || agent.startsWith(GO_CLIENT);
    if (!dialect.grafanaGaps() || !grafana || !request.method().equals("POST")) {
      return AS_OPENTSDB;
    }
    return Json.members(request).stream().anyMatch(SENT_BY_BROWSER::contains) ? NULL : LEFT_OUT;
  }
}
