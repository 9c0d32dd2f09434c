package goku.http.answer;

import goku.budget.BudgetExceededException;
import goku.http.AccessCheck;
import goku.http.HttpError;
import goku.http.HttpOptions;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Route;
import goku.http.Routes;
import goku.http.access.Caller;
import goku.http.access.Need;
import goku.http.request.PendingRequest;
import goku.http.request.RequestHead;
import goku.http.security.Authenticator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way from a request to its answer. Called by the threads of several requests at a time.
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Routes routes;
  private final HostCheck hosts;
  private final Cors cors;
  private final Jsonp jsonp;
  private final @Nullable Authenticator authenticator;

  /// @param bind the address of the port
  /// @param authenticator null disables authentication
  public Dispatcher(
      Routes routes, String bind, HttpOptions options, @Nullable Authenticator authenticator) {
    this.routes = routes;
    this.hosts = new HostCheck(bind, options.hosts());
    this.cors = new Cors(options.corsDomains());
    this.jsonp = new Jsonp(options.jsonp());
    this.authenticator = authenticator;
  }

  public Optional<Route> route(RequestHead head) {
    return routes.match(head.path());
  }

  /// Returns whether the client cannot be authenticated, before its body has arrived.
  public boolean lacksCredentials(RequestHead head) {
    return authenticator != null
        && head.header("authorization").isEmpty()
        && !head.method().equals("OPTIONS")
        && route(head).map(Route::need).orElse(Need.LOGIN) != Need.NOTHING;
  }

  /// Returns the answer to a client without permission for the port.
  public Answer unauthorized() {
    String challenge = authenticator == null ? "" : authenticator.challenge();
    return Answer.unauthorized(challenge);
  }

  Answer answer(PendingRequest request, @Nullable Route route, String remote) throws Exception {
    RequestHead head = request.head();
    hosts.check(head);
    if (head.method().equals("OPTIONS")) {
      return cors.with(head, cors.options(head));
    }
    cors.check(head);
    cors.checkWrite(head);
    jsonp.check(head);
    Need need = route == null ? Need.LOGIN : route.need();
    Optional<Caller> known = caller(head, need, remote);
    if (known.isEmpty()) {
      return framed(head, unauthorized());
    }
    Caller caller = known.get();
    caller.owner().ifPresent(request.account()::moveTo);
    AccessCheck.require(caller, need);
    byte[] body = request.body().decoded(head.header("content-encoding"));
    if (route == null) {
      return framed(head, Answer.notFound(head.path()));
    }
    HttpRequest asked = head.with(body, remote, caller);
    HttpResponse answered = caller.call(() -> route.handler().handle(asked));
    return framed(head, Answer.of(writtenFor(caller, answered)));
  }

  /// Permissions are checked while the body is written, so that needs the caller too.
  private static HttpResponse writtenFor(Caller caller, HttpResponse response) {
    HttpResponse.Body body =
        out ->
            caller.call(
                () -> {
                  response.body().writeTo(out);
                  return true;
                });
    return new HttpResponse(response.status(), response.contentType(), response.headers(), body);
  }

  /// Returns the answer to a request whose handler or body failed.
  Answer failed(RequestHead head, Throwable failure) {
    if (failure instanceof HttpError error) {
      return framed(head, Answer.error(error));
    }
    if (failure instanceof BudgetExceededException refusal) {
      return framed(head, Answer.error(HttpError.of(refusal)));
    }
    LOG.error("request failed method={} path={}", head.method(), head.path(), failure);
    return framed(head, Answer.error(new HttpError(500, "Internal error: " + failure, null)));
  }

  /// Returns the caller; empty if the credentials are invalid. Hashes nothing if the route needs no
  /// authentication.
  private Optional<Caller> caller(RequestHead head, Need need, String remote)
      throws InterruptedException {
    if (authenticator == null) {
      return Optional.of(Caller.ANYBODY);
    }
    return need == Need.NOTHING
        ? Optional.of(Caller.NOBODY)
        : authenticator.caller(head.header("authorization"), remote);
  }

  private Answer framed(RequestHead head, Answer answer) {
    return cors.with(head, jsonp.called(head, answer));
  }
}
