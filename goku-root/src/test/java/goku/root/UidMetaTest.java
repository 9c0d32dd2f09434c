package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.BlockRule;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of `/api/uid/uidmeta`. The expected answers are those of OpenTSDB 2.4.1 to the same
/// requests, with other UIDs, unless a test says something else.
class UidMetaTest {
  private static final String PATH = "/api/uid/uidmeta";
  private static final String CPU = Tsuid.uid("meta.cpu");
  private static final String UNKNOWN = "FFFFFFFFFFFFFFFF";

  private RootFixture root = root(RootFixture.DEFAULTS);

  private static RootFixture root(RootConfig config) {
    return new RootFixture(
        config,
        Instant.ofEpochSecond(1_800_000_000),
        RootFixture.namespace("ns1", new Sharding(3, 2)));
  }

  @BeforeEach
  void fill() {
    root.begin();
    var name = SeriesName.of("meta.cpu", Map.of("meta.host", "meta.web01"));
    root.put(name, 1_800_000_000_000L, 1);
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void theRootIsReadyOnceMetadataAreRead() {
    assertThat(root.check().ok()).isTrue();
    try (var started = root(RootFixture.DEFAULTS)) {
      assertThat(started.check().reason()).isEqualTo("metadata not read");
    }
  }

  @Test
  void metadataThatNobodyWroteAreEmpty() throws Exception {
    assertThat(get("uid", CPU, "type", "metric"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "", "", 0, "null", ""));
    for (String type : new String[] {"metrics", "Metric", "METRIC"}) {
      assertThat(get("uid", CPU.toLowerCase(Locale.ROOT), "type", type))
          .isEqualTo(get("uid", CPU, "type", "metric"));
    }
    assertThat(get("uid", Tsuid.uid("meta.host"), "type", "tagk"))
        .isEqualTo("200 " + answer("TAGK", "meta.host", "", "", 0, "null", ""));
    assertThat(get("uid", Tsuid.uid("meta.web01"), "type", "TAGV"))
        .isEqualTo("200 " + answer("TAGV", "meta.web01", "", "", 0, "null", ""));
  }

  @Test
  void postKeepsOmittedFieldsAndPutClearsThem() throws Exception {
    assertThat(body("POST", "'displayName': 'CPU', 'unknown': []"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "", "", 0, "null", "CPU"));
    String both = answer("METRIC", "meta.cpu", "", "n", 0, "{'owner':'jdoe','n':'1'}", "CPU");
    assertThat(body("POST", "'notes': 'n', 'custom': {'owner': 'jdoe', 'n': 1}"))
        .isEqualTo("200 " + both);
    assertThat(get("uid", CPU, "type", "metric")).isEqualTo("200 " + both);
    assertThat(body("PUT", "'description': 'only'"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "only", "", 0, "null", ""));
    assertThat(body("POST", "'custom': {}, 'notes': 5"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "only", "5", 0, "{}", ""));
  }

  @Test
  void aRequestWithoutChangesIsAnsweredWithNotModified() throws Exception {
    for (String fields : new String[] {"", "'description': ''", "'custom': null", "'created': 0"}) {
      assertThat(body("POST", fields)).isEqualTo("304 ");
      assertThat(body("PUT", fields)).isEqualTo("304 ");
    }
    assertThat(raw("POST", "{'uid': '%s', 'type': 'metric'}".formatted(UNKNOWN))).isEqualTo("304 ");
    assertThat(send("POST", "uid", CPU, "type", "metric", "custom", "a=b")).isEqualTo("304 ");
    assertThat(root.metadata().sent()).isEmpty();
  }

  @Test
  void theEarlierTimeOfCreationIsKept() throws Exception {
    assertThat(body("POST", "'created': 100, 'name': 'other'")).contains("\"created\":100,");
    assertThat(body("POST", "'created': 200")).contains("\"created\":100,");
    assertThat(body("PUT", "'notes': 'n'")).contains("\"created\":100,", "\"notes\":\"n\"");
    assertThat(body("POST", "'created': 5")).contains("\"created\":5,", "\"name\":\"meta.cpu\"");
    assertThat(body("POST", "'created': -3")).contains("\"created\":-3,");
    assertThat(body("POST", "'notes': 'm'")).contains("\"created\":0,");
  }

  @Test
  void parametersSetFieldsToo() throws Exception {
    assertThat(
            send(
                "POST",
                "uid",
                CPU,
                "type",
                "metric",
                "description",
                "qs",
                "display_name",
                "dn",
                "notes",
                "nn"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "qs", "nn", 0, "null", "dn"));
    assertThat(send("PUT", "uid", CPU, "type", "metric", "description", "qs2", "created", "9"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "qs2", "", 0, "null", ""));
  }

  @Test
  void incompleteAndMalformedRequestsAreRejected() throws Exception {
    assertThat(get("uid", CPU)).startsWith("400 ").contains("Missing parameter <code>type</code>");
    assertThat(get("type", "metric")).contains("Missing parameter <code>uid</code>");
    assertThat(get("uid", "", "type", "metric")).contains("Missing parameter <code>uid</code>");
    assertThat(send("POST")).startsWith("400 ").contains("Missing parameter <code>uid</code>");
    assertThat(send("DELETE", "uid", CPU)).contains("Missing parameter <code>type</code>");
    assertThat(raw("POST", "{}")).startsWith("400 ").contains("\"Missing UID\"");
    assertThat(raw("POST", "{'type': 'metric', 'notes': 'x'}")).contains("\"Missing UID\"");
    assertThat(raw("POST", "{'uid': '%s', 'notes': 'x'}".formatted(CPU)))
        .startsWith("400 ")
        .contains("\"Missing type\"");
    String unreadable = "Unable to parse the given JSON";
    for (String fields :
        new String[] {
          "'custom': 'x'", "'custom': {'a': {'b': 1}}", "'notes': [1]", "'created': 'x'"
        }) {
      assertThat(body("POST", fields)).startsWith("400 ").contains(unreadable);
    }
    assertThat(raw("POST", "[]")).startsWith("400 ").contains(unreadable);
    assertThat(raw("POST", "{x")).startsWith("400 ").contains(unreadable);
    assertThat(raw("PATCH", "{}")).startsWith("405 ").contains("Method not allowed");
    assertThat(root.metadata().sent()).isEmpty();
  }

  @Test
  void aDeletionSucceedsAlsoForUnknownNames() throws Exception {
    body("POST", "'notes': 'n'");
    assertThat(send("DELETE", "uid", UNKNOWN, "type", "metric")).isEqualTo("204 ");
    assertThat(get("uid", CPU, "type", "metric")).contains("\"notes\":\"n\"");
    assertThat(send("DELETE", "uid", CPU, "type", "metric")).isEqualTo("204 ");
    assertThat(raw("DELETE", "{'uid': '%s', 'type': 'metric'}".formatted(CPU))).isEqualTo("204 ");
    assertThat(get("uid", CPU, "type", "metric")).contains("\"notes\":\"\"");
    assertThat(send("DELETE", "uid", "xyz", "type", "metric")).startsWith("400 ");
  }

  @Test
  void theUidOfNoNameIsNotFound() throws Exception {
    for (String uid : new String[] {UNKNOWN, "FFFFFF", "0"}) {
      assertThat(get("uid", uid, "type", "metric"))
          .startsWith("404 ")
          .contains("Could not find the requested UID");
    }
    assertThat(raw("POST", "{'uid': '%s', 'type': 'metric', 'notes': 'x'}".formatted(UNKNOWN)))
        .startsWith("404 ")
        .contains("Could not find the requested UID");
    // the name of another kind
    assertThat(get("uid", CPU, "type", "tagk")).startsWith("404 ");
  }

  /// OpenTSDB answers 500.
  @Test
  void aUidThatIsNotHexadecimalAndAnUnknownTypeAreRejected() throws Exception {
    assertThat(get("uid", "xyz", "type", "metric"))
        .startsWith("400 ")
        .contains("Invalid UID 'XYZ'");
    assertThat(get("uid", CPU, "type", "nope"))
        .startsWith("400 ")
        .contains("Invalid type requested: nope");
  }

  /// An addition: UIDs are hashes, so a name tells its UID.
  @Test
  void aNameReplacesTheUidUnlessStrict() throws Exception {
    assertThat(get("name", "meta.cpu", "type", "metric"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "", "", 0, "null", ""));
    assertThat(raw("PUT", "{'name': 'meta.cpu', 'type': 'metric', 'notes': 'n'}"))
        .isEqualTo("200 " + answer("METRIC", "meta.cpu", "", "n", 0, "null", ""));
    assertThat(get("name", "meta.nope", "type", "metric"))
        .startsWith("404 ")
        .contains("No such name for 'metrics': 'meta.nope'");
    root.close();
    root = root(RootFixture.config("--strict=true"));
    fill();
    assertThat(get("name", "meta.cpu", "type", "metric"))
        .contains("Missing parameter <code>uid</code>");
    assertThat(raw("POST", "{'name': 'meta.cpu', 'type': 'metric'}")).contains("Missing UID");
    assertThat(get("uid", CPU, "type", "metric")).startsWith("200 ");
  }

  @Test
  void aUidIsFoundAmongTheFirstNamesOrByAGivenOrStoredName() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      root.put(SeriesName.of("a" + i, Map.of()), 1_800_000_000_000L, 1);
    }
    assertThat(get("uid", Tsuid.uid("a77"), "type", "metric")).startsWith("200 ");
    assertThat(get("uid", CPU, "type", "metric"))
        .startsWith("404 ")
        .contains("among the first 10000 names; give the name too");
    assertThat(get("uid", CPU, "type", "metric", "name", "a77")).startsWith("404 ");
    assertThat(get("uid", CPU, "type", "metric", "name", "meta.cpu")).startsWith("200 ");
    assertThat(body("POST", "'name': 'meta.cpu', 'notes': 'n'")).startsWith("200 ");
    assertThat(get("uid", CPU, "type", "metric")).startsWith("200 ").contains("\"notes\":\"n\"");
  }

  @Test
  void metadataOfAnUnknownNameAreHiddenUntilItIsKnownAgain() throws Exception {
    body("POST", "'notes': 'n'");
    root.block(new BlockRule("meta.cpu", false));
    assertThat(get("uid", CPU, "type", "metric")).startsWith("404 ");
    root.block();
    assertThat(get("uid", CPU, "type", "metric")).contains("\"notes\":\"n\"");
  }

  @Test
  void aNameThatMayOccurInALostShardIsUnavailable() throws Exception {
    Stream.of(0, 1, 2, 3, 4, 5).forEach(shard -> root.lose(new ShardId("ns1", shard)));
    assertThat(get("uid", CPU, "type", "metric")).startsWith("503 ");
    assertThat(get("name", "meta.cpu", "type", "metric")).startsWith("503 ");
  }

  @Test
  void tooLongTextsAreRejectedWithFieldAndLimit() throws Exception {
    String fits = "x".repeat(4096);
    assertThat(body("POST", "'notes': '%s'".formatted(fits))).startsWith("200 ");
    assertThat(body("POST", "'notes': '%sx'".formatted(fits)))
        .startsWith("413 ")
        .contains("cannot use notes of 4097 bytes: the limit is 4096");
    assertThat(body("POST", "'custom': {'k': '%sx'}".formatted(fits)))
        .contains("cannot use custom.k of 4097 bytes");
    assertThat(body("POST", "'custom': {'%sx': 'v'}".formatted(fits)))
        .startsWith("413 ")
        .contains("cannot use a name in custom of 4097 bytes");
    assertThat(send("POST", "uid", CPU, "type", "metric", "display_name", fits + "x"))
        .contains("cannot use display_name of 4097 bytes");
    for (String member : new String[] {"name", "uid", "type", "created"}) {
      assertThat(raw("POST", "{'%s': '%sx'}".formatted(member, fits)))
          .startsWith("413 ")
          .contains("cannot use %s of 4097 bytes".formatted(member));
    }
    assertThat(get("name", fits + "x", "type", "metric")).contains("cannot use name of 4097");
    String four = "'a': '%s', 'b': '%s', 'c': '%s', 'd': '%s'".formatted(fits, fits, fits, fits);
    assertThat(body("POST", "'custom': {%s}".formatted(four)))
        .startsWith("413 ")
        .contains("cannot save metadata of ", "the limit is 16384");
  }

  private String get(String... parameters) throws Exception {
    return send("GET", parameters);
  }

  private String send(String method, String... parameters) throws Exception {
    return text(root.send(method, PATH, parameters));
  }

  /// Sends fields of the metric.
  private String body(String method, String fields) throws Exception {
    String more = fields.isEmpty() ? "" : ", " + fields;
    return raw(method, "{'uid': '%s', 'type': 'metric'%s}".formatted(CPU, more));
  }

  private String raw(String method, String json) throws Exception {
    byte[] body = json.replace('\'', '"').getBytes(UTF_8);
    return text(root.answer(new HttpRequest(method, PATH, Map.of(), Map.of(), body, "test")));
  }

  private static String text(Reply reply) {
    return reply.status() + " " + reply.body();
  }

  private static String answer(
      String type,
      String name,
      String description,
      String notes,
      long created,
      String custom,
      String displayName) {
    return "{'uid':'%s','type':'%s','name':'%s','description':'%s','notes':'%s','created':%d,'custom':%s,'displayName':'%s'}"
        .formatted(Tsuid.uid(name), type, name, description, notes, created, custom, displayName)
        .replace('\'', '"');
  }
}
