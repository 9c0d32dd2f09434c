package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.eventloop.EventLoop;
import goku.eventloop.NeedsThreadException;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/// An answer as a client sees it.
public record Reply(int status, String contentType, String body, Map<String, String> headers) {
  /// Answers on an event loop like the HTTP server. Returns empty if the request needs a thread.
  static Optional<Reply> onEventLoop(HttpRequest request, Routes routes) throws Exception {
    var reply = new AtomicReference<Callable<Reply>>();
    boolean answered = EventLoop.tryRun(() -> reply.set(result(request, routes)));
    return answered ? Optional.of(reply.get().call()) : Optional.empty();
  }

  private static Callable<Reply> result(HttpRequest request, Routes routes) {
    try {
      Reply reply = to(request, routes);
      return () -> reply;
    } catch (NeedsThreadException e) {
      throw e;
    } catch (Exception e) {
      return () -> {
        throw e;
      };
    }
  }

  /// Answers like the HTTP server, without a network.
  static Reply to(HttpRequest request, Routes routes) throws Exception {
    var handler = routes.find(request.path());
    if (handler.isEmpty()) {
      return new Reply(404, "text/html", "", Map.of());
    }
    try {
      HttpResponse response = handler.get().handle(request);
      var out = new ByteArrayOutputStream();
      response.body().writeTo(out);
      return new Reply(
          response.status(), response.contentType(), out.toString(UTF_8), response.headers());
    } catch (HttpError e) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      ObjectNode error = json.putObject("error");
      error.put("code", e.status());
      error.put("message", e.getMessage());
      error.put("details", e.details());
      return new Reply(e.status(), HttpResponse.JSON, json.toString(), Map.of());
    }
  }
}
