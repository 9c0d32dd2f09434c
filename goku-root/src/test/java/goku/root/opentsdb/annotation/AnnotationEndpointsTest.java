package goku.root.opentsdb.annotation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.annotation.LoopedTopic;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Tests of `/api/annotation` and its bulk form with requests of OpenTSDB's clients.
class AnnotationEndpointsTest {
  private static final String TSUID = "0123456789ABCDEF0123456789ABCDEF";
  private static final String OTHER = "0123456789ABCDEF0123456789ABCD00";
  private static final InstantSource CLOCK = () -> Instant.ofEpochSecond(1_760_001_000);

  private final LoopedTopic topic = LoopedTopic.readyFor(3);
  private final HttpHandler one = new AnnotationHandler(topic.table(), topic.writer(), CLOCK);
  private final HttpHandler bulk = new BulkHandler(topic.table(), topic.writer(), CLOCK);

  @Test
  void postAndGetAnswerTheWholeAnnotation() throws Exception {
    String posted =
        json(
            "POST",
            """
            {"startTime": "1760000900", "tsuid": "%s", "description": "release 42",
             "notes": "by me", "custom": {"owner": "jdoe", "n": 1}, "unknown": []}\
            """
                .formatted(TSUID));
    assertThat(posted)
        .isEqualTo(
            "200 {\"tsuid\":\"%s\",\"startTime\":1760000900,\"endTime\":0,\"description\":\"release 42\",\"notes\":\"by me\",\"custom\":{\"owner\":\"jdoe\",\"n\":\"1\"}}"
                .formatted(TSUID));
    assertThat(
            parameters("GET", "start_time", "1760000900", "tsuid", TSUID.toLowerCase(Locale.ROOT)))
        .isEqualTo(posted);
    assertThat(json("GET", "{\"startTime\":1760000900,\"tsuid\":\"%s\"}".formatted(TSUID)))
        .isEqualTo(posted);
  }

  @Test
  void anAnnotationWithoutTsuidIsGlobal() throws Exception {
    json("POST", "{\"startTime\":1760000900,\"description\":\"all\"}");
    assertThat(parameters("GET", "start_time", "1760000900"))
        .isEqualTo(
            "200 {\"tsuid\":\"\",\"startTime\":1760000900,\"endTime\":0,\"description\":\"all\",\"notes\":\"\"}");
    assertThatThrownBy(() -> parameters("GET", "start_time", "1760000900", "tsuid", TSUID))
        .satisfies(e -> assertThat(((HttpError) e).status()).isEqualTo(404));
  }

  @Test
  void postMergesAndPutReplaces() throws Exception {
    json("POST", "{\"startTime\":1760000900,\"description\":\"d\",\"notes\":\"n\"}");
    assertThat(json("POST", "{\"startTime\":1760000900,\"endTime\":1760000960}"))
        .contains("\"description\":\"d\",\"notes\":\"n\"", "\"endTime\":1760000960");
    assertThat(json("PUT", "{\"startTime\":1760000900,\"notes\":\"m\"}"))
        .contains("\"description\":\"\",\"notes\":\"m\"", "\"endTime\":0");
    assertThat(parameters("POST", "start_time", "1760000900", "description", "e"))
        .contains("\"description\":\"e\",\"notes\":\"m\"");
  }

  @Test
  void aRequestWithoutChangesIsAnsweredWithNotModified() throws Exception {
    assertThat(json("POST", "{\"startTime\":1760000900}")).isEqualTo("304 ");
    assertThat(json("PUT", "{\"startTime\":1760000900,\"notes\":\"\",\"endTime\":0}"))
        .isEqualTo("304 ");
    assertThat(topic.sent()).isEmpty();
  }

  @Test
  void annotationsOfOneSecondAreKeptWithTheirMilliseconds() throws Exception {
    assertThat(json("POST", "{\"startTime\":1795562355100,\"description\":\"a\"}"))
        .contains("\"startTime\":1795562355100,");
    json("POST", "{\"startTime\":1795562355600,\"endTime\":1795562356250,\"description\":\"b\"}");
    json("POST", "{\"startTime\":1795562355000,\"description\":\"c\"}");
    assertThat(parameters("GET", "start_time", "1795562355100"))
        .contains("\"startTime\":1795562355100,\"endTime\":0,\"description\":\"a\"");
    assertThat(parameters("GET", "start_time", "1795562355600"))
        .contains("\"startTime\":1795562355600,\"endTime\":1795562356250,");
    assertThat(parameters("GET", "start_time", "1795562355"))
        .contains("\"startTime\":1795562355,", "\"c\"");
    refused(404, () -> parameters("GET", "start_time", "1795562355200"), "Unable to locate");
    parameters("DELETE", "start_time", "1795562355100");
    refused(404, () -> parameters("GET", "start_time", "1795562355100"), "Unable to locate");
    assertThat(parameters("GET", "start_time", "1795562355600")).contains("\"b\"");
  }

  @Test
  void aListKeepsMillisecondsAndABulkDeletionReadsThem() throws Exception {
    String list =
        """
        [{"startTime":1795562355100,"endTime":1795562355900,"notes":"a"},
         {"startTime":1795562355600,"notes":"b"},{"startTime":1795562355,"notes":"c"}]\
        """;
    assertThat(bulk("POST", list))
        .contains("\"startTime\":1795562355100,\"endTime\":1795562355900,")
        .contains("\"startTime\":1795562355600,\"endTime\":0,", "\"startTime\":1795562355,");
    assertThat(parameters("GET", "start_time", "1795562355100")).contains("\"a\"");
    assertThat(parameters("GET", "start_time", "1795562355600")).contains("\"b\"");
    assertThat(
            bulk(
                "DELETE",
                "{\"startTime\":1795562355001,\"endTime\":1795562355599,\"global\":true}"))
        .contains("\"totalDeleted\":1}");
    refused(404, () -> parameters("GET", "start_time", "1795562355100"), "Unable to locate");
    assertThat(parameters("GET", "start_time", "1795562355600")).contains("\"b\"");
    assertThat(parameters("GET", "start_time", "1795562355")).contains("\"c\"");
  }

  @Test
  void deletingSucceedsForExistingAndMissingAnnotations() throws Exception {
    json("POST", "{\"startTime\":1760000900,\"notes\":\"n\"}");
    assertThat(parameters("DELETE", "start_time", "1760000900")).isEqualTo("204 ");
    assertThat(parameters("DELETE", "start_time", "1760000900")).isEqualTo("204 ");
    refused(404, () -> parameters("GET", "start_time", "1760000900"), "Unable to locate");
  }

  @Test
  void invalidAnnotationsAreRejected() {
    refused(400, () -> json("POST", "{\"notes\":\"n\"}"), "Missing start time");
    refused(400, () -> json("POST", "{\"startTime\":0,\"notes\":\"n\"}"), "Missing start time");
    refused(400, () -> json("POST", "{\"startTime\":-1,\"notes\":\"n\"}"), "Invalid time: -1");
    refused(400, () -> json("POST", "{\"startTime\":\"x\",\"notes\":\"n\"}"), "Invalid time: x");
    refused(400, () -> parameters("DELETE"), "Missing start time");
    refused(400, () -> json("POST", "{\"startTime\":1,\"tsuid\":\"xyz\"}"), "Invalid TSUID 'xyz'");
    refused(400, () -> json("POST", "{\"startTime\":1,\"custom\":\"x\"}"), "Unable to parse");
    refused(400, () -> json("POST", "[]"), "Unable to parse");
    refused(405, () -> json("PATCH", "{}"), "Method not allowed");
  }

  @Test
  void annotationsBeyondTheLimitAreRejected() throws Exception {
    json("POST", "{\"startTime\":1,\"notes\":\"n\"}");
    bulk("POST", "[{\"startTime\":2,\"notes\":\"n\"},{\"startTime\":3,\"notes\":\"n\"}]");
    refused(413, () -> json("POST", "{\"startTime\":4,\"notes\":\"n\"}"), "the limit is 3");
  }

  @Test
  void aListIsSavedAndAnsweredWithoutUnchangedElements() throws Exception {
    assertThat(
            bulk(
                "POST",
                """
                [{"startTime":100,"notes":"a"},{"startTime":200},
                 {"startTime":300,"tsuid":"%s","notes":"b"}]\
                """
                    .formatted(TSUID)))
        .startsWith("200 [{\"tsuid\":\"\",\"startTime\":100,")
        .contains(",{\"tsuid\":\"%s\",\"startTime\":300,".formatted(TSUID))
        .doesNotContain("200,");
    assertThat(bulk("PUT", "[{\"startTime\":100,\"description\":\"c\"}]"))
        .contains("\"description\":\"c\",\"notes\":\"\"");
  }

  @Test
  void oneInvalidAnnotationRejectsTheList() {
    refused(400, () -> bulk("POST", "[{\"startTime\":1,\"notes\":\"n\"},{}]"), "Missing start");
    refused(400, () -> bulk("POST", "[1]"), "Unable to parse");
    refused(400, () -> bulk("POST", "{}"), "Unable to parse");
    refused(405, () -> bulk("GET", ""), "Method not allowed");
    assertThat(topic.sent()).isEmpty();
  }

  @Test
  void aBulkDeletionAnswersTheNumberOfDeletedAnnotations() throws Exception {
    bulk(
        "POST",
        """
        [{"startTime":100,"notes":"a"},{"startTime":101,"tsuid":"%s","notes":"b"},
         {"startTime":200,"tsuid":"%s","notes":"c"}]\
        """
            .formatted(TSUID, OTHER));
    assertThat(
            bulk(
                "DELETE",
                "{\"startTime\":100,\"endTime\":\"150\",\"tsuids\":[\"%s\",\"%s\"]}"
                    .formatted(TSUID, OTHER)))
        .isEqualTo(
            "200 {\"startTime\":100000,\"endTime\":150000,\"tsuids\":[\"%s\",\"%s\"],\"global\":false,\"totalDeleted\":1}"
                .formatted(TSUID, OTHER));
    assertThat(
            answer(bulk, request("DELETE", "", "start_time", "1", "tsuids", OTHER, "global", "")))
        .contains("\"endTime\":1760001000000", "\"global\":true", "\"totalDeleted\":2");
    assertThat(topic.table().size()).isZero();
  }

  @Test
  void aBulkDeletionNeedsAStartAndTsuidsOrGlobal() {
    refused(400, () -> bulk("DELETE", "{\"global\":true}"), "Missing the start time value");
    refused(400, () -> bulk("DELETE", "{\"startTime\":1}"), "Missing the TSUIDs or global");
    refused(
        400,
        () -> bulk("DELETE", "{\"startTime\":5,\"endTime\":4,\"global\":true}"),
        "must not be before");
  }

  private String json(String method, String body) throws Exception {
    return answer(one, request(method, body));
  }

  private String parameters(String method, String... parameters) throws Exception {
    return answer(one, request(method, "", parameters));
  }

  private String bulk(String method, String body) throws Exception {
    return answer(bulk, request(method, body));
  }

  private static HttpRequest request(String method, String body, String... parameters) {
    Map<String, List<String>> map = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      map.computeIfAbsent(parameters[i], name -> new ArrayList<>()).add(parameters[i + 1]);
    }
    return new HttpRequest(method, "/api/annotation", map, Map.of(), body.getBytes(UTF_8), "test");
  }

  /// Returns status and body.
  private static String answer(HttpHandler handler, HttpRequest request) throws Exception {
    HttpResponse response = handler.handle(request);
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return response.status() + " " + out.toString(UTF_8);
  }

  private static void refused(int status, ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(status))
        .hasMessageContaining(message);
  }
}
