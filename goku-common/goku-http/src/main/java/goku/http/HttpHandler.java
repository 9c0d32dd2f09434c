package goku.http;

/// A handler of the requests of one route. Runs on a worker thread, where it may block. A route
/// that was added by `Routes.addOnEventLoop` is first tried on an event loop, see `EventLoop`. An
/// `HttpError` becomes its answer, any other exception a 500.
@FunctionalInterface
public interface HttpHandler {
  HttpResponse handle(HttpRequest request) throws Exception;
}
