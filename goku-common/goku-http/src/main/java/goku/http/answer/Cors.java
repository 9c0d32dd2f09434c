package goku.http.answer;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.http.request.RequestHead;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The CORS rules of OpenTSDB 2.4. With domains configured, a request from another origin is not
/// executed and is answered by 200 with an error as its body. Without domains, the header `Origin`
/// has no effect. Immutable.
final class Cors {
  private static final String ALLOWED_HEADERS =
      "Authorization, Content-Type, Accept, Origin, User-Agent, DNT, Cache-Control, X-Mx-ReqToken,"
          + " Keep-Alive, X-Requested-With, If-Modified-Since";

  private final Set<String> domains = new HashSet<>();

  Cors(List<String> domains) {
    for (String domain : domains) {
      this.domains.add(domain.toLowerCase(Locale.ROOT));
    }
  }

  /// Returns the answer to OPTIONS, which browsers send before the request itself.
  Answer options(RequestHead head) {
    if (domains.isEmpty() || head.header("origin").isEmpty()) {
      throw new HttpError(
          405,
          "Method not allowed",
          "The HTTP method [OPTIONS] is not permitted: it needs cors-domains and an Origin");
    }
    check(head);
    return Answer.of(HttpResponse.text(200, ""));
  }

  /// @throws HttpError if the request's origin is not allowed
  void check(RequestHead head) {
    String origin = head.header("origin");
    if (!domains.isEmpty() && !origin.isEmpty() && !isOwn(head) && !allows(origin)) {
      throw new HttpError(
          200,
          "CORS domain not allowed",
          "The domain [%s] is not permitted access".formatted(origin));
    }
  }

  /// Returns the answer with the headers that let the page read it.
  Answer with(RequestHead head, Answer answer) {
    String origin = head.header("origin");
    if (domains.isEmpty() || !allows(origin)) {
      return answer;
    }
    HttpResponse plain = answer.response();
    Map<String, String> headers = new HashMap<>(plain.headers());
    headers.put("Access-Control-Allow-Origin", origin);
    headers.put("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
    headers.put("Access-Control-Allow-Headers", ALLOWED_HEADERS);
    HttpResponse response =
        new HttpResponse(plain.status(), plain.contentType(), headers, plain.body());
    return new Answer(response, answer.status());
  }

  private boolean allows(String origin) {
    return !origin.isEmpty()
        && (domains.contains("*") || domains.contains(origin.toLowerCase(Locale.ROOT)));
  }

  /// Browsers also send the origin of the server's own pages.
  private static boolean isOwn(RequestHead head) {
    String host = head.header("host");
    return head.header("origin").replaceFirst("^https?://", "").equalsIgnoreCase(host);
  }
}
