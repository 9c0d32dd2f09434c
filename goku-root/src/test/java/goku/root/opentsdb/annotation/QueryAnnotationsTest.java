package goku.root.opentsdb.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.MetricRenames;
import goku.model.SeriesFilter;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import goku.root.annotation.AnnotationChange;
import goku.root.annotation.AnnotationKey;
import goku.root.annotation.LoopedTopic;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Tsuid;
import goku.root.opentsdb.wire.Tsuids;
import goku.root.planning.RollupUse;
import goku.root.planning.SeriesQuery;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueryAnnotationsTest {
  private static final Tsuids TSUIDS = new Tsuids(() -> MetricRenames.NONE);
  private static final List<Tag> WEB01 = List.of(new Tag("host", "web01"));
  private static final List<Tag> WEB02 = List.of(new Tag("host", "web02"));
  private static final Dialect LENIENT = new Dialect(false, true, true, true);
  private static final Dialect STRICT = new Dialect(true, true, true, true);
  private static final TimeRange RANGE = new TimeRange(100_000, 200_000);

  private final LoopedTopic topic = LoopedTopic.readyFor(10);

  @BeforeEach
  void fill() throws Exception {
    topic
        .writer()
        .save(
            List.of(
                note(Tsuid.of("cpu", WEB01), 150, "later"),
                note(Tsuid.of("cpu", WEB02), 100, "earlier"),
                note(Tsuid.of("cpu", WEB01), 201, "outside"),
                note("", 200, "global"),
                note("", 99, "before")),
            false);
  }

  @Test
  void aGroupHasItsSeriesAnnotationsInTheRangeSortedByStart() throws Exception {
    assertThat(answer(AnnotationChoice.OF_SERIES, "cpu"))
        .startsWith("{\"annotations\":[{")
        .containsSubsequence("\"startTime\":100", "earlier", "\"startTime\":150", "later")
        .doesNotContain("outside", "global");
  }

  @Test
  void globalAnnotationsAreAnsweredOnlyOnRequest() throws Exception {
    assertThat(answer(AnnotationChoice.OF_SERIES_AND_GLOBAL, "cpu"))
        .containsSubsequence("later", "\"globalAnnotations\":[{", "\"global\"")
        .doesNotContain("before");
    assertThat(answer(AnnotationChoice.OF_SERIES_AND_GLOBAL, "mem"))
        .startsWith("{\"globalAnnotations\":[{");
  }

  @Test
  void aGroupWithoutAnnotationsHasNoMember() throws Exception {
    assertThat(answer(AnnotationChoice.OF_SERIES, "mem")).isEqualTo("{}");
    assertThat(answer(AnnotationChoice.NONE, "cpu")).isEqualTo("{}");
  }

  @Test
  void onlyQueriesThatMayHaveAnnotationsRequestGroupMembers() {
    assertThat(prepared("cpu", AnnotationChoice.OF_SERIES, RANGE).members()).isTrue();
    assertThat(prepared("cpu", AnnotationChoice.NONE, RANGE).members()).isFalse();
    assertThat(prepared("mem", AnnotationChoice.OF_SERIES_AND_GLOBAL, RANGE).members()).isFalse();
    var later = new TimeRange(202_000, 300_000);
    assertThat(prepared("cpu", AnnotationChoice.OF_SERIES, later).members()).isFalse();
  }

  @Test
  void noAnnotationsOverridesGlobalAnnotations() {
    for (Dialect dialect : List.of(LENIENT, STRICT)) {
      assertThat(AnnotationChoice.of(true, true, dialect)).isEqualTo(AnnotationChoice.NONE);
      assertThat(AnnotationChoice.of(true, null, dialect)).isEqualTo(AnnotationChoice.NONE);
      assertThat(AnnotationChoice.of(false, true, dialect))
          .isEqualTo(AnnotationChoice.OF_SERIES_AND_GLOBAL);
      assertThat(AnnotationChoice.of(false, false, dialect)).isEqualTo(AnnotationChoice.OF_SERIES);
    }
  }

  /// Grafana reads them from the first series, and never asks for them from version 13 on.
  @Test
  void globalAnnotationsAreInTheFirstGroupIfTheRequestDoesNotSayUnlessStrict() throws Exception {
    AnnotationChoice choice = AnnotationChoice.of(false, null, LENIENT);
    assertThat(AnnotationChoice.of(false, null, STRICT)).isEqualTo(AnnotationChoice.OF_SERIES);
    var annotations = new QueryAnnotations(topic.table(), TSUIDS, choice, RANGE, false);
    assertThat(written(annotations, "mem")).startsWith("{\"globalAnnotations\":[{");
    assertThat(written(annotations, "mem")).isEqualTo("{}");
  }

  @Test
  void millisecondsAreKeptExceptForGrafanaWhichTakesAllTimesForSeconds() throws Exception {
    topic
        .writer()
        .save(
            List.of(
                new AnnotationChange(new AnnotationKey("", 150_100), 150_600L, "a", null, null),
                new AnnotationChange(new AnnotationKey("", 150_600), null, "b", null, null)),
            false);
    assertThat(answer(AnnotationChoice.OF_SERIES_AND_GLOBAL, "mem"))
        .containsSubsequence(
            "\"startTime\":150100,\"endTime\":150600,",
            "\"startTime\":150600,\"endTime\":0,",
            "\"startTime\":200,");
    assertThat(answer(AnnotationChoice.OF_SERIES_AND_GLOBAL, "mem", true))
        .containsSubsequence(
            "\"startTime\":150,\"endTime\":150,", "\"startTime\":150,", "\"startTime\":200,");
  }

  private String answer(AnnotationChoice choice, String metric) throws Exception {
    return answer(choice, metric, false);
  }

  private String answer(AnnotationChoice choice, String metric, boolean grafana) throws Exception {
    return written(new QueryAnnotations(topic.table(), TSUIDS, choice, RANGE, grafana), metric);
  }

  private static String written(QueryAnnotations annotations, String metric) throws Exception {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      annotations.write(json, metric, List.of(WEB01, WEB02));
      json.writeEndObject();
    }
    return text.toString();
  }

  private SeriesQuery prepared(String metric, AnnotationChoice choice, TimeRange range) {
    var filter = new SeriesFilter(metric, List.of(), false, null);
    var query =
        new SeriesQuery(
            metric,
            filter,
            Aggregator.named("sum").orElseThrow(),
            null,
            null,
            range,
            false,
            RollupUse.ANY);
    return new QueryAnnotations(topic.table(), TSUIDS, choice, range, false).prepared(query);
  }

  private static AnnotationChange note(String tsuid, long startSeconds, String description) {
    return new AnnotationChange(
        new AnnotationKey(tsuid, startSeconds * 1000), null, description, null, null);
  }
}
