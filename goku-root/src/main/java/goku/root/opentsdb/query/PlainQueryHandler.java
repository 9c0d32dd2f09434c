package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.fanout.Asker;
import goku.root.fanout.QueryResult;
import goku.root.fanout.QueryRunner;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// The handler of `/q` of OpenTSDB 1.x: with `ascii` the datapoints as lines, with `json` their
/// number. Other parameters of `/q`, such as `nagios` and the style of a chart, are ignored. There
/// are no charts.
///
/// A line cannot tell that data are missing, and a check by Nagios would take what is there for
/// everything, so the answer is never partial.
public final class PlainQueryHandler implements HttpHandler {
  private final QueryReader reader;
  private final QueryRunner runner;
  private final KnownNames names;

  public PlainQueryHandler(QueryReader reader, QueryRunner runner, KnownNames names) {
    this.reader = reader;
    this.runner = runner;
    this.names = names;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET");
    boolean ascii = request.has("ascii");
    if (!ascii && !request.has("json")) {
      throw new HttpError(
          501,
          "cannot draw a chart for /q: this server has no Gnuplot; add 'ascii' for the datapoints"
              + " as text, or query /api/query");
    }
    long start = System.nanoTime();
    AskedQuery asked = reader.read(request);
    asked.unresolved().requireNone();
    String name = request.remote() + " " + request.header("user-agent").orElse("");
    QueryResult result = runner.start(asked.queries(), new Asker(name, false, true));
    checkNames(asked.request().queries(), result);
    var answer = new PlainAnswer(asked.request().queries(), result);
    return result.markKept(ascii ? lines(answer, result) : counts(answer, result, start));
  }

  private void checkNames(List<SubQuery> asked, QueryResult result) throws InterruptedException {
    try {
      for (int i = 0; i < asked.size(); i++) {
        names.check(asked.get(i), result.queries().get(i).foundSeries());
      }
    } catch (HttpError e) {
      result.refuse(e);
      throw e;
    } catch (RuntimeException | InterruptedException e) {
      result.close();
      throw e;
    }
  }

  private static HttpResponse lines(PlainAnswer answer, QueryResult result) {
    return new HttpResponse(
        200,
        "text/plain; charset=UTF-8",
        Map.of(),
        out -> {
          try (result) {
            answer.writeLines(out);
            result.complete();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the datapoints were read", e);
          }
        });
  }

  private static HttpResponse counts(PlainAnswer answer, QueryResult result, long startNanos) {
    return Json.answer(
        json -> {
          try (result) {
            answer.writeCounts(json, startNanos);
            json.flush();
            result.complete();
          }
        });
  }
}
