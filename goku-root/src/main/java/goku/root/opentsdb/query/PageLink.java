package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpResponse;
import goku.query.merge.GroupResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The description of a page and the next one in an answer: in the last element of its array, and
/// as a link in the head.
///
/// @param next the cursor of the next page; null after the last one
record PageLink(PageTurn turn, @Nullable String next) {
  /// The longest link in the head. Many clients reject longer heads, and the body has the cursor
  /// too.
  private static final int MAX_HEAD_CHARS = 6000;

  /// Every group is in the first page, and in others those that have datapoints there.
  boolean shows(GroupResult group) {
    return turn.isFirst() || group.points().size() > 0;
  }

  /// `{"page": {"start": .., "end": .., "next": ".."}}`, times in milliseconds, `next` null behind
  /// the last page.
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("page");
    json.writeNumberField("start", turn.page().startMillis());
    json.writeNumberField("end", turn.page().endMillis());
    json.writeStringField("next", next);
    json.writeEndObject();
    json.writeEndObject();
  }

  /// The response with the link.
  HttpResponse mark(HttpResponse response) {
    if (next == null || next.length() > MAX_HEAD_CHARS) {
      return response;
    }
    Map<String, String> headers = new HashMap<>(response.headers());
    headers.put("Link", "</api/query?cursor=%s>; rel=\"next\"".formatted(next));
    return new HttpResponse(response.status(), response.contentType(), headers, response.body());
  }
}
