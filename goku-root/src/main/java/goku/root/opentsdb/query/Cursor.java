package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.model.TimeRange;
import goku.root.opentsdb.paging.CursorText;
import goku.root.opentsdb.paging.PageSize;
import java.io.IOException;

/// What a page is of and where it lies. All of it, so that any root can answer the page, and
/// answers the same page whenever it is asked: nothing is kept here between two pages.
///
/// Whatever changes about these records, or those in them, needs a new version of `CursorText`.
///
/// @param query of which start and end are moments, not relative to the time of the page
/// @param takesPartial as it was said with the first page
/// @param size of pages to come
record Cursor(QueryRequest query, Gaps gaps, boolean takesPartial, TimeRange page, PageSize size) {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /// As clients see it.
  String text() {
    try {
      return CursorText.of(MAPPER.writeValueAsBytes(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a cursor cannot be written", e);
    }
  }

  /// The cursor of a text; an error 400 when it is none.
  static Cursor of(String text) {
    try {
      return MAPPER.readValue(CursorText.json(text), Cursor.class);
    } catch (IOException e) {
      throw CursorText.invalid("its content cannot be read", e);
    }
  }
}
