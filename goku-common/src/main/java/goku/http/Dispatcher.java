package goku.http;

import goku.config.DataSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// From a request to its answer, whatever happens on the way. Called on virtual threads, several at
/// a time.
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Routes routes;
  private final DataSize maxUnzipped;
  private final List<String> corsDomains;

  Dispatcher(Routes routes, HttpConfig config) {
    this.routes = routes;
    this.maxUnzipped = config.maxUnzipped();
    this.corsDomains = config.corsDomains();
  }

  Optional<Route> route(RequestHead head) {
    return routes.match(head.path());
  }

  Answer answer(RequestHead head, @Nullable Route route, byte[] rawBody, String remote) {
    Answer answer;
    try {
      Optional<String> encoding = Optional.ofNullable(head.headers().get("content-encoding"));
      byte[] body = RequestBody.decoded(rawBody, encoding, maxUnzipped);
      answer = handle(head.with(body, remote), route);
    } catch (Throwable e) { // an Error of a handler must not leave its client without an answer
      answer = failed(head, e);
    }
    return withCors(head, answer);
  }

  /// The answer to a request whose handler, or the body it promised, failed.
  Answer failed(RequestHead head, Throwable failure) {
    if (failure instanceof HttpError error) {
      return Answer.error(error);
    }
    LOG.error("{} {} failed", head.method(), head.path(), failure);
    return Answer.error(new HttpError(500, "Internal error: " + failure, null));
  }

  private Answer handle(HttpRequest request, @Nullable Route route) throws Exception {
    if (request.method().equals("OPTIONS")) {
      return options(request);
    }
    if (route == null) {
      return Answer.notFound(request.path());
    }
    return Answer.of(route.handler().handle(request));
  }

  private Answer options(HttpRequest request) {
    if (allows(request.headers().get("origin"))) {
      return Answer.of(HttpResponse.text(200, ""));
    }
    String why =
        corsDomains.isEmpty()
            ? "OPTIONS is not allowed: cors-domains is not configured"
            : "OPTIONS is not allowed: the origin is not among cors-domains";
    return Answer.error(new HttpError(405, why));
  }

  private Answer withCors(RequestHead head, Answer answer) {
    String origin = head.headers().get("origin");
    if (origin == null || !allows(origin)) {
      return answer;
    }
    HttpResponse plain = answer.response();
    Map<String, String> headers = new HashMap<>(plain.headers());
    headers.put("Access-Control-Allow-Origin", origin);
    headers.put("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
    headers.put("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept, Origin");
    HttpResponse response =
        new HttpResponse(plain.status(), plain.contentType(), headers, plain.body());
    return new Answer(response, answer.status());
  }

  private boolean allows(@Nullable String origin) {
    return origin != null && (corsDomains.contains("*") || corsDomains.contains(origin));
  }
}
