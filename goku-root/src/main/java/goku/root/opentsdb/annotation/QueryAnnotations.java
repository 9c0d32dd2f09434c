package goku.root.opentsdb.annotation;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.root.annotation.Annotation;
import goku.root.annotation.AnnotationTable;
import goku.root.opentsdb.wire.Tsuids;
import goku.root.planning.SeriesQuery;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The members `annotations` and `globalAnnotations` of the groups in the answer to one request.
/// Owned by one thread.
public final class QueryAnnotations {
  private final AnnotationTable table;
  private final Tsuids tsuids;
  private final AnnotationChoice choice;
  private final TimeRange range;
  private final boolean wholeSeconds;
  private boolean globalWritten;

  /// The metrics checked so far. The value is true if one of their series may have an annotation.
  private final Map<String, Boolean> wanted = new HashMap<>();

  /// @param range the range of all sub queries; the answer has the annotations that start in it
  /// @param wholeSeconds whether times are cut to seconds: Grafana takes all for seconds
  public QueryAnnotations(
      AnnotationTable table,
      Tsuids tsuids,
      AnnotationChoice choice,
      TimeRange range,
      boolean wholeSeconds) {
    this.table = table;
    this.tsuids = tsuids;
    this.choice = choice;
    this.range = range;
    this.wholeSeconds = wholeSeconds;
  }

  /// Returns the query. It requests the members of groups only if one may have an annotation.
  public SeriesQuery prepared(SeriesQuery query) {
    return wanted(query.metric()) ? query.withMembers() : query;
  }

  /// Writes the members of a group that are not empty. Groups are written in the order of the
  /// answer.
  ///
  /// @param series the tags of each series of the group
  public void write(JsonGenerator json, String metric, List<List<Tag>> series) throws IOException {
    if (wanted(metric)) {
      List<Annotation> found =
          series.stream()
              .flatMap(tags -> table.of(tsuids.of(metric, tags), range).stream())
              .sorted(Comparator.comparingLong(annotation -> annotation.key().startMillis()))
              .toList();
      writeMember(json, "annotations", found);
    }
    boolean global =
        switch (choice) {
          case NONE, OF_SERIES -> false;
          case OF_SERIES_AND_GLOBAL -> true;
          case OF_SERIES_AND_GLOBAL_ONCE -> !globalWritten;
        };
    if (global) {
      writeMember(json, "globalAnnotations", table.of("", range));
      globalWritten = true;
    }
  }

  private boolean wanted(String metric) {
    return choice != AnnotationChoice.NONE
        && !table.isEmpty()
        && wanted.computeIfAbsent(metric, one -> table.any(tsuids.ofMetric(one), range));
  }

  private void writeMember(JsonGenerator json, String member, List<Annotation> annotations)
      throws IOException {
    if (!annotations.isEmpty()) {
      json.writeFieldName(member);
      AnnotationJson.write(json, annotations, wholeSeconds);
    }
  }
}
