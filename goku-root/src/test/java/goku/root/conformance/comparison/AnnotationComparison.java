package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.root.conformance.corpus.Shift;
import java.util.List;

/// A comparison of an annotation, or of an answer without one.
final class AnnotationComparison {
  private final Shift shift;

  AnnotationComparison(Shift shift) {
    this.shift = shift;
  }

  void check(JsonNode want, JsonNode got) {
    Mismatch.unless(want.isObject() == got.isObject(), "want %s, got %s", want, got);
    if (want.isObject()) {
      String wanted = Values.canonical(want);
      String found = Values.canonical(moved(got));
      Mismatch.unless(wanted.equals(found), "annotation: want %s, got %s", wanted, found);
    }
  }

  private ObjectNode moved(JsonNode annotation) {
    ObjectNode moved = annotation.deepCopy();
    for (String time : List.of("startTime", "endTime")) {
      long answered = annotation.path(time).longValue();
      moved.put(time, answered == 0 ? 0 : shift.back(answered)); // 0 is no end
    }
    return moved;
  }
}
