package goku.integration.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.integration.reference.AnsweredPoint;
import goku.integration.reference.AnsweredSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A client that requests an answer page by page, and joins the pages: the datapoints of each
/// series one after the other.
final class PagedAnswer {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Deployment deployment;
  private final AskedQuery query;
  private final Choice choice;
  private final List<AnsweredSeries> joined = new ArrayList<>();
  private long end;

  private PagedAnswer(Deployment deployment, AskedQuery query, Choice choice) {
    this.deployment = deployment;
    this.query = query;
    this.choice = choice;
    end = query.request().startMillis() - 1;
  }

  /// The joined pages, or the first error.
  ///
  /// @param page as in a request
  static ProductAnswer of(Deployment deployment, AskedQuery query, String page, Choice choice)
      throws Exception {
    return new PagedAnswer(deployment, query, choice).all(page);
  }

  private ProductAnswer all(String page) throws Exception {
    HttpRequest first = query.http();
    Map<String, List<String>> parameters = new LinkedHashMap<>(first.parameters());
    parameters.put("page", List.of(page));
    HttpRequest next =
        new HttpRequest(first.method(), first.path(), parameters, Map.of(), first.body(), "");
    try {
      while (next != null) {
        next = take(next);
      }
    } catch (HttpError e) {
      return new ProductAnswer(e.status(), List.of(), String.valueOf(e.getMessage()));
    }
    if (end != query.request().endMillis()) {
      throw new AssertionError("the last page ends at " + end);
    }
    return new ProductAnswer(200, joined, "");
  }

  /// Takes a page; returns the request for the next one.
  private @Nullable HttpRequest take(HttpRequest request) throws Exception {
    byte[] body = deployment.body(request);
    if (choice.percent(10) && !Arrays.equals(deployment.body(request), body)) {
      throw new AssertionError("the same page twice differs: " + new String(body, UTF_8));
    }
    String text = new String(body, UTF_8);
    int link = text.lastIndexOf("{\"page\":");
    JsonNode page = MAPPER.readTree(text.substring(link, text.length() - 1)).get("page");
    String rest = text.substring(0, link).replaceFirst(",$", "") + "]";
    if (page.get("start").asLong() != end + 1) {
      throw new AssertionError("a page begins at %s behind %d".formatted(page, end));
    }
    boolean first = joined.isEmpty() && end < query.request().startMillis();
    end = page.get("end").asLong();
    add(ProductAnswer.read(200, rest.getBytes(UTF_8)).series(), first);
    String next = page.get("next").textValue();
    return next == null ? null : request(next);
  }

  private HttpRequest request(String cursor) {
    if (choice.percent(50)) {
      byte[] body = "{\"cursor\":\"%s\"}".formatted(cursor).getBytes(UTF_8);
      return new HttpRequest("POST", "/api/query", Map.of(), Map.of(), body, "");
    }
    return new HttpRequest(
        "GET", "/api/query", Map.of("cursor", List.of(cursor)), Map.of(), new byte[0], "");
  }

  private void add(List<AnsweredSeries> page, boolean first) {
    int at = 0;
    for (AnsweredSeries one : page) {
      if (first) {
        joined.add(one);
        continue;
      }
      while (at < joined.size() && !sameName(joined.get(at), one)) {
        at++;
      }
      if (at == joined.size()) {
        throw new AssertionError("a series that the first page does not have: " + one);
      }
      AnsweredSeries before = joined.get(at);
      List<AnsweredPoint> points = new ArrayList<>(before.points());
      points.addAll(one.points());
      joined.set(
          at,
          new AnsweredSeries(
              before.metric(), before.tags(), before.aggregateTags(), points, before.largest()));
      at++;
    }
  }

  private static boolean sameName(AnsweredSeries a, AnsweredSeries b) {
    return a.metric().equals(b.metric())
        && a.tags().equals(b.tags())
        && a.aggregateTags().equals(b.aggregateTags());
  }
}
