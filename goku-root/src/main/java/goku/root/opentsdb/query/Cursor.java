package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.model.TimeRange;
import goku.root.opentsdb.paging.CursorText;
import goku.root.opentsdb.paging.PageSize;
import java.io.IOException;

/// A page: its query and its range. The cursor contains everything, so that any root can answer the
/// page at any time: no state is kept between pages.
///
/// A change of these records, or of those in them, needs a new version of `CursorText`.
///
/// @param query the query with absolute start and end
/// @param takesPartial whether the request for the first page accepts partial answers
/// @param size the size of later pages
record Cursor(QueryRequest query, Gaps gaps, boolean takesPartial, TimeRange page, PageSize size) {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /// Returns the text for clients.
  String text() {
    try {
      return CursorText.of(MAPPER.writeValueAsBytes(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a cursor", e);
    }
  }

  /// Returns the cursor of a text; an error 400 if the text is none.
  static Cursor of(String text) {
    try {
      return MAPPER.readValue(CursorText.json(text), Cursor.class);
    } catch (IOException e) {
      throw CursorText.invalid("its content cannot be read", e);
    }
  }
}
