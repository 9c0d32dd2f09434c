package goku.http;

/// Answers the requests of one route. Runs on a thread of its own, where blocking is fine, unless
/// its route is a quick one: see `AtOnce`. An `HttpError` becomes the answer it describes,
/// everything else a 500.
@FunctionalInterface
public interface HttpHandler {
  HttpResponse handle(HttpRequest request) throws Exception;
}
