package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpResponse;
import goku.query.merge.GroupResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The page of an answer and its link to the next page. Both are in the last element of the
/// answer's array; the link is also a header.
///
/// @param next the cursor of the next page; null after the last one
record PageLink(PageTurn turn, @Nullable String next) {
  /// The longest cursor in a header. Many clients reject longer headers; the body has it too.
  private static final int MAX_HEAD_CHARS = 6000;

  /// Returns whether the page has the group: the first page has all, others those with datapoints.
  boolean shows(GroupResult group) {
    return turn.isFirst() || group.points().size() > 0;
  }

  /// Writes `{"page": {"start": .., "end": .., "next": ".."}}`, with times in milliseconds. `next`
  /// is null on the last page.
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("page");
    json.writeNumberField("start", turn.page().startMillis());
    json.writeNumberField("end", turn.page().endMillis());
    json.writeStringField("next", next);
    json.writeEndObject();
    json.writeEndObject();
  }

  /// Returns the response with the link.
  HttpResponse mark(HttpResponse response) {
    if (next == null || next.length() > MAX_HEAD_CHARS) {
      return response;
    }
    Map<String, String> headers = new HashMap<>(response.headers());
    headers.put("Link", "</api/query?cursor=%s>; rel=\"next\"".formatted(next));
    return new HttpResponse(response.status(), response.contentType(), headers, response.body());
  }
}
