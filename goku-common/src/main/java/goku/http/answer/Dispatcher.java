package goku.http.answer;

import goku.http.HttpError;
import goku.http.HttpOptions;
import goku.http.Route;
import goku.http.Routes;
import goku.http.request.PendingRequest;
import goku.http.request.RequestHead;
import goku.http.security.Authenticator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// From a request to its answer. Called on virtual threads, several at a time.
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Routes routes;
  private final Cors cors;
  private final @Nullable Authenticator authenticator;

  /// @param authenticator null lets everybody in
  public Dispatcher(Routes routes, HttpOptions options, @Nullable Authenticator authenticator) {
    this.routes = routes;
    this.cors = new Cors(options.corsDomains());
    this.authenticator = authenticator;
  }

  public Optional<Route> route(RequestHead head) {
    return routes.match(head.path());
  }

  /// Whether it can be said before the body has come that the client will not be let in.
  public boolean lacksCredentials(RequestHead head) {
    return authenticator != null
        && head.header("authorization").isEmpty()
        && !head.method().equals("OPTIONS")
        && route(head).map(route -> !route.open()).orElse(true);
  }

  /// What a client gets that may not use the port.
  public Answer unauthorized() {
    String challenge = authenticator == null ? "" : authenticator.challenge();
    return Answer.unauthorized(challenge);
  }

  Answer answer(PendingRequest request, @Nullable Route route, String remote) throws Exception {
    RequestHead head = request.head();
    if (head.method().equals("OPTIONS")) {
      return cors.with(head, cors.options(head));
    }
    cors.check(head);
    Jsonp.check(head);
    boolean closed = authenticator != null && (route == null || !route.open());
    Optional<String> user = closed ? user(head) : Optional.empty();
    if (closed && user.isEmpty()) {
      return framed(head, unauthorized());
    }
    byte[] body = request.body().decoded(head.header("content-encoding"));
    Answer answer =
        route == null
            ? Answer.notFound(head.path())
            : Answer.of(route.handler().handle(head.with(body, remote, user.orElse(null))));
    return framed(head, answer);
  }

  /// The answer to a request whose handler, or the body it promised, failed.
  Answer failed(RequestHead head, Throwable failure) {
    if (failure instanceof HttpError error) {
      return framed(head, Answer.error(error));
    }
    LOG.error("{} {} failed", head.method(), head.path(), failure);
    return framed(head, Answer.error(new HttpError(500, "Internal error: " + failure, null)));
  }

  private Optional<String> user(RequestHead head) throws InterruptedException {
    return authenticator == null
        ? Optional.empty()
        : authenticator.user(head.header("authorization"));
  }

  private Answer framed(RequestHead head, Answer answer) {
    return cors.with(head, Jsonp.called(head, answer));
  }
}
