package goku.root.opentsdb.query;

import goku.http.HttpRequest;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Json;
import java.util.Set;

/// The notation of datapoints without a value.
///
/// Grafana has two clients that need different answers. Both post to `/api/query`. Its server
/// identifies as `Grafana/<version>` or, from version 13 on, `Go-http-client/<version>`. It fails
/// on a text and reads null as 0, so these datapoints must be omitted. The browser comes through
/// Grafana's proxy as `Grafana/<version>`, and differs by `msResolution` or `globalAnnotations`,
/// which it always sends and the server never does. It draws null as a gap.
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
