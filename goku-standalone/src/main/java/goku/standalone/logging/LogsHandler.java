package goku.standalone.logging;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import java.util.List;
import org.slf4j.LoggerFactory;

/// The handler of `/logs`: the last lines of the log as text, newest first, or with `json` as an
/// array of texts. Thread-safe.
public final class LogsHandler implements HttpHandler {
  /// The name of the appender in `logback.xml`.
  private static final String APPENDER = "RECENT";

  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public HttpResponse handle(HttpRequest request) {
    if (!request.method().equals("GET")) {
      throw new HttpError(405, "cannot answer /logs by " + request.method() + ": send a GET");
    }
    if (request.has("level")) {
      throw new HttpError(
          501, "cannot change levels by /logs: start the process with another logback.xml");
    }
    List<String> lines = recent().newestFirst();
    if (request.has("json")) {
      ArrayNode list = JSON.createArrayNode();
      lines.forEach(list::add);
      return HttpResponse.json(200, list.toString());
    }
    return HttpResponse.text(200, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
  }

  private static RecentLog recent() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
            instanceof RecentLog log) {
      return log;
    }
    throw new HttpError(
        404, "cannot show the log: its configuration has no appender named " + APPENDER);
  }
}
