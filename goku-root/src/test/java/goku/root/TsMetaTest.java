package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Tag;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of `/api/uid/tsmeta`. The expected answers are those of OpenTSDB 2.4.1 to the same
/// requests, with other identifiers and times, unless a test says something else.
class TsMetaTest {
  private static final String PATH = "/api/uid/tsmeta";
  private static final String TSUID =
      Tsuid.of("meta.cpu", List.of(new Tag("meta.host", "meta.web01")));
  private static final String OPENTSDBS = "FFFFFF000001000001";
  private static final String EXACT = "meta.cpu{meta.host=meta.web01}";

  private static final String DEFAULTS =
      "'description':'','notes':'','created':0,'units':'','retention':0,'max':'NaN','min':'NaN','displayName':'','dataType':''";

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(1_800_000_000),
          RootFixture.namespace("ns1", new Sharding(3, 2)));

  @BeforeEach
  void fill() {
    root.begin();
    put("meta.cpu", Map.of("meta.host", "meta.web01"));
  }

  private void put(String metric, Map<String, String> tags) {
    root.put(SeriesName.of(metric, tags), 1_800_000_000_000L, 1);
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void metadataThatNobodyWroteAreEmpty() throws Exception {
    assertThat(get("tsuid", TSUID)).isEqualTo("200 " + answer(DEFAULTS));
    assertThat(get("tsuid", TSUID.toLowerCase(Locale.ROOT))).isEqualTo("200 " + answer(DEFAULTS));
  }

  @Test
  void postKeepsOmittedFieldsAndPutClearsThem() throws Exception {
    String all =
        "'description':'d','notes':'n','created':0,'custom':{'a':'b'},'units':'ms','retention':30,'max':100.0,'min':0.5,'displayName':'D','dataType':'gauge'";
    assertThat(
            body(
                "POST",
                "'displayName':'D','description':'d','notes':'n','units':'ms','dataType':'gauge','retention':30,'max':100,'min':0.5,'custom':{'a':'b'},'metric':{'notes':'q'}"))
        .isEqualTo("200 " + answer(all));
    assertThat(get("tsuid", TSUID)).isEqualTo("200 " + answer(all));
    assertThat(body("POST", "'max': '1e3', 'retention': '7'"))
        .isEqualTo(
            "200 "
                + answer(
                    all.replace("100.0", "1000.0").replace("'retention':30", "'retention':7")));
    assertThat(body("PUT", "'notes': 'only'"))
        .isEqualTo("200 " + answer(DEFAULTS.replace("'notes':''", "'notes':'only'")));
    assertThat(body("POST", "'custom': {}")).contains("\"created\":0,\"custom\":{},\"units\":\"\"");
  }

  @Test
  void numbersAreReadAsOpenTsdbReadsThem() throws Exception {
    assertThat(body("POST", "'max': 'Infinity'")).contains("\"max\":\"Infinity\"");
    assertThat(body("POST", "'max': 'NaN'")).contains("\"max\":\"NaN\"");
    assertThat(body("POST", "'max': null")).contains("\"max\":0.0");
    assertThat(body("POST", "'max': 3")).contains("\"max\":3.0");
    assertThat(body("POST", "'max': ''")).contains("\"max\":0.0");
    assertThat(body("POST", "'retention': -1")).contains("\"retention\":-1");
    assertThat(body("POST", "'retention': 1.5")).contains("\"retention\":1,");
    for (String fields :
        new String[] {
          "'retention': 99999999999", "'retention': 'x'", "'max': 'x'", "'max': true", "'max': []"
        }) {
      assertThat(body("POST", fields))
          .startsWith("400 ")
          .contains("Unable to parse the given JSON");
    }
  }

  @Test
  void aRequestWithoutChangesIsAnsweredWithNotModified() throws Exception {
    for (String fields :
        new String[] {
          "'retention': null",
          "'retention': ''",
          "'retention': 0",
          "'lastReceived': 5",
          "'totalDatapoints': 5",
          "'custom': null",
          "'units': ''"
        }) {
      assertThat(body("POST", fields)).isEqualTo("304 ");
      assertThat(body("PUT", fields)).isEqualTo("304 ");
    }
    assertThat(raw("POST", "{'tsuid': '%s'}".formatted(OPENTSDBS))).isEqualTo("304 ");
    assertThat(send("POST", "tsuid", TSUID)).isEqualTo("304 ");
    assertThat(root.metadata().sent()).isEmpty();
  }

  @Test
  void parametersSetFieldsToo() throws Exception {
    String fields =
        "'description':'qs','notes':'','created':0,'units':'u','retention':5,'max':7.0,'min':2.0,'displayName':'dn','dataType':'dt'";
    assertThat(
            send(
                "POST",
                Stream.of(
                        "tsuid " + TSUID,
                        "description qs",
                        "display_name dn",
                        "units u",
                        "data_type dt",
                        "retention 5",
                        "max 7",
                        "min 2")
                    .flatMap(pair -> Stream.of(pair.split(" ")))
                    .toArray(String[]::new)))
        .isEqualTo("200 " + answer(fields));
    assertThat(send("POST", "tsuid", TSUID, "retention", "x"))
        .startsWith("400 ")
        .contains("Unable to parse 'retention' value");
    assertThat(send("POST", "tsuid", TSUID, "min", "x")).contains("Unable to parse 'min' value");
    assertThat(send("POST", "tsuid", TSUID, "retention", "0")).isEqualTo("304 ");
  }

  @Test
  void aSeriesCanBeNamed() throws Exception {
    assertThat(send("POST", "m", EXACT, "notes", "bym"))
        .isEqualTo("200 " + answer(DEFAULTS.replace("'notes':''", "'notes':'bym'")));
    byte[] body = "{\"notes\":\"bym2\"}".getBytes(UTF_8);
    Map<String, List<String>> named = new LinkedHashMap<>();
    named.put("m", List.of(EXACT));
    assertThat(text(root.answer(new HttpRequest("POST", PATH, named, Map.of(), body, "test"))))
        .startsWith("200 ")
        .contains("\"notes\":\"bym2\"");
    assertThat(send("POST", "m", EXACT)).isEqualTo("304 ");
    assertThat(raw("POST", "{'notes': 'only'}"))
        .startsWith("400 ")
        .contains("Missing parameter <code>m</code>");
    assertThat(raw("POST", "{'tsuid': '', 'notes': 'x'}")).contains("Missing parameter");
    assertThat(send("POST")).startsWith("400 ").contains("Missing parameter <code>m</code>");
  }

  /// OpenTSDB also creates metadata of series that do not exist, with `create=true`.
  @Test
  void aNameWithoutASeriesIsNotFound() throws Exception {
    for (String name :
        new String[] {"meta.cpu", "meta.nope{meta.host=meta.web01}", "meta.cpu{meta.host=nope}"}) {
      assertThat(send("POST", "m", name, "notes", "x", "create", "true"))
          .startsWith("404 ")
          .contains("Could not find Timeseries meta data");
    }
    assertThat(root.metadata().sent()).isEmpty();
  }

  @Test
  void allSeriesOfAMetricAreListed() throws Exception {
    assertThat(get("m", "meta.cpu")).isEqualTo("200 [" + answer(DEFAULTS) + "]");
    assertThat(get("m", "meta.cpu{}")).isEqualTo("200 [" + answer(DEFAULTS) + "]");
    assertThat(get("m", EXACT)).isEqualTo("200 [" + answer(DEFAULTS) + "]");
    put("meta.cpu", Map.of("meta.host", "meta.web02", "dc", "x"));
    assertThat(get("m", "meta.cpu")).contains("meta.web01", "meta.web02");
    assertThat(get("m", "meta.cpu{dc=x}")).contains("meta.web02").doesNotContain("meta.web01");
    assertThat(get("m", "meta.cpu{dc=x,meta.host=meta.web01}")).isEqualTo("200 []");
    assertThat(get()).startsWith("400 ").contains("Missing parameter <code>m</code>");
    assertThat(get("m", "")).startsWith("400 ").contains("Missing parameter <code>m</code>");
    assertThat(get("m", "meta.cpu{x}")).startsWith("400 ").contains("invalid tag: x");
    assertThat(get("m", "meta.cpu{meta.host=}")).contains("invalid tag: meta.host=");
    assertThat(get("m", "meta.nope"))
        .startsWith("404 ")
        .contains("Unable to find one of the UIDs", "No such name for 'metrics': 'meta.nope'");
  }

  /// OpenTSDB answers 400.
  @Test
  void aListForUnknownTagsIsNotFound() throws Exception {
    assertThat(get("m", "meta.cpu{nope=meta.web01}")).contains("No such name for 'tagk': 'nope'");
    assertThat(get("m", "meta.cpu{meta.host=*}"))
        .startsWith("404 ")
        .contains("No such name for 'tagv': '*'");
  }

  @Test
  void aListOfTooManySeriesIsRejected() throws Exception {
    for (int i = 0; i < 1000; i++) {
      put("meta.many", Map.of("meta.host", "h" + i));
    }
    assertThat(get("m", "meta.many")).startsWith("200 ").contains("\"h999\"");
    put("meta.many", Map.of("meta.host", "h1000"));
    assertThat(get("m", "meta.many")).startsWith("413 ").contains("more than 1000 series");
  }

  @Test
  void aListWithALostShardIsMarkedOrUnavailable() throws Exception {
    loseAll();
    assertThat(get("m", "meta.cpu")).startsWith("503 ");
    assertThat(get("tsuid", TSUID)).startsWith("503 ");
  }

  private void loseAll() {
    Stream.of(0, 1, 2, 3, 4, 5).forEach(shard -> root.lose(new ShardId("ns1", shard)));
  }

  @Test
  void anUnknownTsuidIsNotFound() throws Exception {
    String other = TSUID.substring(0, 16) + "0".repeat(16);
    for (String tsuid : new String[] {other, OPENTSDBS}) {
      assertThat(get("tsuid", tsuid))
          .startsWith("404 ")
          .contains("Could not find Timeseries meta data");
      assertThat(raw("POST", "{'tsuid': '%s', 'notes': 'x'}".formatted(tsuid))).startsWith("404 ");
    }
    assertThat(get("tsuid", "xyz")).startsWith("400 ").contains("Invalid TSUID 'xyz'");
    assertThat(get("tsuid", "")).startsWith("400 ");
    assertThat(raw("POST", "{'tsuid': 'xyz', 'notes': 'x'}")).startsWith("400 ");
    assertThat(raw("POST", "{'tsuid': '%s'}".formatted("F".repeat(4097))))
        .startsWith("413 ")
        .contains("cannot use tsuid of 4097 bytes");
    assertThat(raw("POST", "[]")).startsWith("400 ").contains("Unable to parse the given JSON");
    assertThat(raw("PATCH", "{}")).startsWith("405 ").contains("Method not allowed");
  }

  /// Afterwards, OpenTSDB answers 404 until the next datapoint of the series.
  @Test
  void aDeletionClearsAllFields() throws Exception {
    body("POST", "'notes': 'n', 'created': 5, 'custom': {}");
    assertThat(send("DELETE", "tsuid", OPENTSDBS)).isEqualTo("204 ");
    assertThat(send("DELETE", "tsuid", TSUID.toLowerCase(Locale.ROOT))).isEqualTo("204 ");
    assertThat(raw("DELETE", "{'tsuid': '%s'}".formatted(TSUID))).isEqualTo("204 ");
    assertThat(get("tsuid", TSUID)).isEqualTo("200 " + answer(DEFAULTS));
    for (String[] parameters : new String[][] {{}, {"m", EXACT}, {"tsuid", "xyz"}}) {
      assertThat(send("DELETE", parameters)).startsWith("400 ");
    }
    assertThat(send("DELETE")).contains("Unable to delete TSMeta information", "Missing UID");
  }

  @Test
  void aSeriesContainsTheMetadataOfItsNames() throws Exception {
    root.send("POST", "/api/uid/uidmeta", "name", "meta.cpu", "type", "metric", "notes", "m");
    root.send("POST", "/api/uid/uidmeta", "name", "meta.host", "type", "tagk", "notes", "k");
    root.send("POST", "/api/uid/uidmeta", "name", "meta.web01", "type", "tagv", "notes", "v");
    assertThat(get("tsuid", TSUID))
        .containsSubsequence(
            "\"notes\":\"m\"", "\"notes\":\"k\"", "\"notes\":\"v\"", "\"notes\":\"\"");
  }

  private String get(String... parameters) throws Exception {
    return send("GET", parameters);
  }

  private String send(String method, String... parameters) throws Exception {
    return text(root.send(method, PATH, parameters));
  }

  /// Sends fields of the series.
  private String body(String method, String fields) throws Exception {
    return raw(method, "{'tsuid': '%s', %s}".formatted(TSUID, fields));
  }

  private String raw(String method, String json) throws Exception {
    byte[] body = json.replace('\'', '"').getBytes(UTF_8);
    return text(root.answer(new HttpRequest(method, PATH, Map.of(), Map.of(), body, "test")));
  }

  private static String text(Reply reply) {
    return reply.status() + " " + reply.body();
  }

  private static String answer(String fields) {
    String names =
        "{'tsuid':'%s','metric':%s,'tags':[%s,%s],"
            .formatted(
                TSUID,
                name("METRIC", "meta.cpu"),
                name("TAGK", "meta.host"),
                name("TAGV", "meta.web01"));
    return (names + fields + ",'lastReceived':0,'totalDatapoints':0}").replace('\'', '"');
  }

  private static String name(String type, String name) {
    return "{'uid':'%s','type':'%s','name':'%s','description':'','notes':'','created':0,'custom':null,'displayName':''}"
        .formatted(Tsuid.uid(name), type, name);
  }
}
