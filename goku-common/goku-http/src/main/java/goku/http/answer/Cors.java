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
/// executed and is answered by 200 with an error as its body. Without domains, pages of other
/// origins may only read, and browsers hide the answer from them. Immutable.
final class Cors {
  private static final String ALLOWED_HEADERS =
      "Authorization, Content-Type, Accept, Origin, User-Agent, DNT, Cache-Control, X-Mx-ReqToken,"
          + " Keep-Alive, X-Requested-With, If-Modified-Since";

  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final Set<String> domains = new HashSet<>();

  Cors(List<String> domains) {
    for (String domain : domains) {
      this.domains.add(domain.toLowerCase(Locale.ROOT));
    }
  }

  /// Returns the answer to OPTIONS, which browsers send before the request itself.
  Answer options(RequestHead head) {
    if (domains.isEmpty() || origin(head).isEmpty()) {
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
    String origin = origin(head);
    if (!domains.isEmpty() && !origin.isEmpty() && !isOwn(head) && !allows(origin)) {
      throw new HttpError(
          200,
          "CORS domain not allowed",
          "The domain [%s] is not permitted access".formatted(origin));
    }
  }

  /// Checks that no page of another site changes anything. A browser sends requests of such a page
  /// from the network and with the login of its user. It names the origin in one of two headers,
  /// which a page can neither omit nor forge. Programs send neither.
  ///
  /// @throws HttpError 403 if a page of another origin sent a request that may change something
  void checkWrite(RequestHead head) {
    if (READING.contains(head.method()) || isOwnPageOrProgram(head) || allows(origin(head))) {
      return;
    }
    throw new HttpError(
        403,
        "cannot execute a %s for a page of another site (Origin '%s'): list the origin in cors-domains to allow it"
            .formatted(head.method(), origin(head)));
  }

  /// Prefers the browser's own judgement: a proxy may have replaced the header `Host`.
  private static boolean isOwnPageOrProgram(RequestHead head) {
    String site = head.header("sec-fetch-site");
    return site.isEmpty()
        ? origin(head).isEmpty() || isOwn(head)
        : site.equals("same-origin") || site.equals("none");
  }

  private static String origin(RequestHead head) {
    return head.header("origin");
  }

  /// Returns the answer with the headers that let the page read it.
  Answer with(RequestHead head, Answer answer) {
    String origin = origin(head);
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
    return origin(head).replaceFirst("^https?://", "").equalsIgnoreCase(host);
  }
}
