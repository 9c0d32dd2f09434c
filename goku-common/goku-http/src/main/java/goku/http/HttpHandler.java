package goku.http;

/// Answers the requests of one route. Runs on a worker thread, where blocking is fine. A route that
/// was added by `Routes.addOnEventLoop` is first tried on an event loop: see `EventLoop`. An
/// `HttpError` becomes the answer it describes, everything else a 500.
@FunctionalInterface
public interface HttpHandler {
  HttpResponse handle(HttpRequest request) throws Exception;
}
