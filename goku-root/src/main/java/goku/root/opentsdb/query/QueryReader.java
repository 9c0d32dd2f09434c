package goku.root.opentsdb.query;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.root.deletion.Deleter;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.SyntaxErrors;
import goku.root.opentsdb.paging.CursorText;
import goku.root.opentsdb.paging.PageSize;
import goku.root.opentsdb.paging.PageTimes;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.planning.SeriesQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The interpretation of a request to `/api/query`: the whole answer, the first page, or the page
/// of a cursor. Thread-safe.
public final class QueryReader {
  private final TsuidResolver tsuids;
  private final QueryInterpreter interpreter;
  private final Deleter deleter;
  private final Dialect dialect;
  private final long pageDatapoints;

  /// @param pageDatapoints the approximate number of stored datapoints of a page, unless the
  ///   request sets one
  public QueryReader(
      TsuidResolver tsuids,
      QueryInterpreter interpreter,
      Deleter deleter,
      Dialect dialect,
      long pageDatapoints) {
    this.tsuids = tsuids;
    this.interpreter = interpreter;
    this.deleter = deleter;
    this.dialect = dialect;
    this.pageDatapoints = pageDatapoints;
  }

  AskedQuery read(HttpRequest request) throws InterruptedException {
    return switch (request.method()) {
      case "GET" -> fromQueryString(request);
      case "POST" -> isOverridden(request) ? fromQueryString(request) : fromBody(request);
      case "DELETE" -> {
        deleter.requireAllowed(); // before other errors of the request
        if (request.has("cursor")) {
          throw deletesNoPages();
        }
        yield fromQueryString(request);
      }
      default -> throw HttpMethods.notAllowed(request);
    };
  }

  /// Returns whether the request is a GET with `method_override=post`. OpenTSDB reads it as a GET.
  private static boolean isOverridden(HttpRequest request) {
    return request.body().length == 0 && request.has("method_override");
  }

  private AskedQuery fromQueryString(HttpRequest request) throws InterruptedException {
    PageSize size = sizeOf(request);
    String cursor = request.parameter("cursor").orElse(null);
    if (cursor != null) {
      for (String other : List.of("start", "end", "m", "tsuid")) {
        refuseBeside(other, request.has(other));
      }
      return pageOf(cursor, size, request);
    }
    QueryRequest parsed =
        SyntaxErrors.ofClient(dialect, () -> QueryStringParser.parse(request, List.of(), dialect));
    return asked(parsed, size, request);
  }

  private AskedQuery fromBody(HttpRequest request) throws InterruptedException {
    JsonNode body = Json.object(request);
    JsonNode page = body.get("page");
    PageSize size =
        page == null || page.isNull() || !isPage(page.asText())
            ? sizeOf(request)
            : PageSize.parse(page);
    String cursor = Json.text(body, "cursor");
    if (cursor != null) {
      for (String other : List.of("start", "end", "queries")) {
        refuseBeside(other, body.hasNonNull(other));
      }
      return pageOf(cursor, size, request);
    }
    return asked(JsonQueryParser.parse(body, request.has("arrays"), dialect), size, request);
  }

  /// Returns the page size in the query string; null for no pages.
  private static @Nullable PageSize sizeOf(HttpRequest request) {
    return request.parameter("page").filter(QueryReader::isPage).map(PageSize::parse).orElse(null);
  }

  private static boolean isPage(String text) {
    return !text.equals("false");
  }

  private static void refuseBeside(String other, boolean given) {
    if (given) {
      throw new HttpError(
          400,
          "cannot combine '%1$s' with a cursor: the cursor contains the whole query; leave out '%1$s'"
              .formatted(other));
    }
  }

  private AskedQuery asked(QueryRequest parsed, @Nullable PageSize size, HttpRequest request)
      throws InterruptedException {
    interpreter.requireFew(parsed); // before the nodes are asked about the first
    if (parsed.delete()) {
      deleter.requireAllowed();
    }
    Gaps gaps = Gaps.of(request, dialect);
    if (size == null) {
      TsuidResolver.Resolved resolved = tsuids.resolve(parsed);
      List<SeriesQuery> queries = interpreter.interpret(resolved.request());
      return new AskedQuery(
          resolved.request(),
          queries,
          gaps,
          unresolved(queries, resolved.holes()),
          takesPartial(request),
          null);
    }
    refuseUnpaged(parsed);
    QueryRequest query = interpreter.fixed(parsed);
    List<SeriesQuery> whole = interpreter.unbounded(query);
    TimeRange range = whole.getFirst().range();
    var times = new PageTimes(size.or(pageDatapoints), longestInterval(whole));
    boolean pages = whole.stream().allMatch(SeriesQuery::canBePaged);
    TimeRange page = pages ? times.first(range) : range;
    var cursor = new Cursor(query, gaps, !request.has("fail_on_partial"), page, times.size());
    return page(new PageTurn(cursor, range, times, pages), whole, request);
  }

  private static Shortfall unresolved(List<SeriesQuery> queries, List<Holes> holes) {
    Shortfall all = Shortfall.NONE;
    for (int i = 0; i < queries.size(); i++) {
      all = all.with(Shortfall.of(queries.get(i).window().read(), holes.get(i)));
    }
    return all;
  }

  private static void refuseUnpaged(QueryRequest query) {
    if (query.delete()) {
      throw deletesNoPages();
    }
    if (query.queries().stream().anyMatch(one -> !one.tsuids().isEmpty())) {
      throw new HttpError(
          400, "cannot answer a query by TSUIDs in pages; leave out 'page' or query by tags");
    }
  }

  private static HttpError deletesNoPages() {
    return new HttpError(
        400, "cannot answer a query that deletes in pages; leave out 'page' and 'cursor'");
  }

  private AskedQuery pageOf(String text, @Nullable PageSize size, HttpRequest request) {
    Cursor cursor = Cursor.of(text);
    refuseUnpaged(cursor.query());
    List<SeriesQuery> whole = interpreter.unbounded(cursor.query());
    TimeRange range = whole.getFirst().range();
    boolean pages = whole.stream().allMatch(SeriesQuery::canBePaged);
    boolean inRange =
        range.contains(cursor.page().startMillis()) && range.contains(cursor.page().endMillis());
    if (!inRange || (!pages && !cursor.page().equals(range))) {
      throw CursorText.invalid("its page does not belong to its query", null);
    }
    var times =
        new PageTimes(
            size == null ? cursor.size() : size.or(pageDatapoints), longestInterval(whole));
    boolean resized = size != null && pages;
    TimeRange page = resized ? times.resized(cursor.page(), range) : cursor.page();
    var turned =
        new Cursor(cursor.query(), cursor.gaps(), cursor.takesPartial(), page, times.size());
    return page(new PageTurn(turned, range, times, resized), whole, request);
  }

  private AskedQuery page(PageTurn turn, List<SeriesQuery> whole, HttpRequest request) {
    // an adjustable page is queried as one, because datapoints are estimated only for pages
    boolean all = turn.page().equals(turn.range()) && !turn.adjustable();
    List<SeriesQuery> queries =
        whole.stream()
            .map(query -> all ? query : query.page(turn.page()))
            .map(QueryInterpreter::bounded)
            .toList();
    Cursor cursor = turn.cursor();
    return new AskedQuery(
        cursor.query(),
        queries,
        cursor.gaps(),
        Shortfall.NONE,
        cursor.takesPartial() && takesPartial(request),
        turn);
  }

  private static long longestInterval(List<SeriesQuery> queries) {
    return queries.stream().mapToLong(SeriesQuery::intervalMillis).max().orElse(0);
  }

  /// Returns whether a partial answer is accepted. The query string, of a POST too, can forbid it
  /// by `fail_on_partial`.
  private boolean takesPartial(HttpRequest request) {
    return dialect.partialAnswers() && !request.has("fail_on_partial");
  }
}
