package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Tag;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A renamed metric in every endpoint.
class RenameTest {
  private static final long NOW = 1_800_000_000L;
  private static final Sharding SHARDS = new Sharding(3, 2);
  private static final Namespace MAIN = RootFixture.namespace("ns1", SHARDS);
  private static final Namespace OTHER =
      RootFixture.namespace("ns2", SHARDS, new MetricPrefix("other.", Instant.EPOCH));

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--allow-delete=true"),
          Instant.ofEpochSecond(NOW),
          RootFixture.onDisk(MAIN, new Sharding(2, 1)),
          OTHER);

  @BeforeEach
  void fill() {
    for (String host : List.of("a", "b")) {
      root.put(SeriesName.of("cpu", Map.of("host", host)), NOW * 1000, 1);
      root.putOnDisk(SeriesName.of("cpu", Map.of("host", host)), (NOW - 2_000_000) * 1000, 2);
    }
    root.put(SeriesName.of("cpu.idle", Map.of("host", "a")), NOW * 1000, 3);
  }

  @AfterEach
  void close() {
    root.close();
  }

  private Reply rename(String from, String to) throws Exception {
    return root.post("/api/uid/rename", "{\"metric\":\"%s\",\"name\":\"%s\"}".formatted(from, to));
  }

  private void renameCpu() throws Exception {
    Reply reply = rename("cpu", "load");
    assertThat(reply.body()).isEqualTo("{\"result\":\"true\"}");
    assertThat(reply.status()).isEqualTo(200);
  }

  private Reply query(String metric) throws Exception {
    return root.get("/api/query", "start", NOW - 3_000_000 + "", "m", "sum:" + metric);
  }

  @Test
  void theWholeHistoryIsUnderTheNewNameOnly() throws Exception {
    renameCpu();
    assertThat(query("load").body())
        .contains(
            "\"metric\":\"load\"",
            "\"%d\":2".formatted(NOW),
            "\"%d\":4".formatted(NOW - 2_000_000));
    assertThat(query("cpu").body()).isEqualTo("[]");
    assertThat(query("cpu.idle").body()).contains("\"%d\":3".formatted(NOW));
  }

  @Test
  void aCorrelationSearchFindsTheNewName() throws Exception {
    for (int minute = 1; minute < 15; minute++) {
      SeriesName name = SeriesName.of("cpu", Map.of("host", "a", "zone", "ä"));
      root.put(name, (NOW - 60L * minute) * 1000, (double) minute * minute);
    }
    renameCpu();
    String[] search = {
      "start", NOW - 1800 + "", "interval", "1m", "needle", "sum:load", "haystack", "lo*"
    };
    Reply reply = root.get("/api/goku/correlate", search);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body())
        .contains("\"metric\":\"load\",\"series\":[{\"tags\":{\"host\":\"a\",\"zone\":\"ä\"}")
        .doesNotContain("cpu");
    String[] changes = {
      "start", NOW - 270 + "", "baseline", "9m", "interval", "1m", "haystack", "lo*"
    };
    assertThat(root.get("/api/goku/changes", changes).body())
        .contains("\"metric\":\"load\",\"series\":[{\"tags\":{\"host\":\"a\",\"zone\":\"ä\"}")
        .doesNotContain("cpu");
  }

  @Test
  void aMetricWithColonsIsRenamedAndNoOther() throws Exception {
    root.put(SeriesName.of("cluster:cpu", Map.of("host", "a")), NOW * 1000, 7);
    assertThat(rename("cluster:cpu", "job:cpu:rate5m").body()).isEqualTo("{\"result\":\"true\"}");
    assertThat(query("job:cpu:rate5m").body())
        .contains("\"metric\":\"job:cpu:rate5m\"", "\"%d\":7".formatted(NOW));
    assertThat(query("cluster:cpu").body()).isEqualTo("[]");
    assertThat(query("cpu").body()).contains("\"metric\":\"cpu\"", "\"%d\":2".formatted(NOW));
  }

  @Test
  void aNewMetricOfTheOldNameIsAnotherMetric() throws Exception {
    renameCpu();
    String stored = root.shared().namespaces().current().renames().stored("cpu");
    root.put(SeriesName.of(stored, Map.of("host", "a")), NOW * 1000, 9);
    assertThat(query("cpu").body())
        .contains("\"metric\":\"cpu\"", "\"%d\":9".formatted(NOW))
        .doesNotContain("\"%d\":4".formatted(NOW - 2_000_000));
    assertThat(query("load").body()).contains("\"%d\":2".formatted(NOW));
    assertThat(root.get("/api/suggest", "type", "metrics", "q", "c").body())
        .isEqualTo("[\"cpu\",\"cpu.idle\"]");
  }

  @Test
  void namesAreSuggestedByTheNewName() throws Exception {
    renameCpu();
    assertThat(root.get("/api/suggest", "type", "metrics", "q", "l").body())
        .isEqualTo("[\"load\"]");
    assertThat(root.get("/api/suggest", "type", "metrics", "q", "c", "max", "1").body())
        .isEqualTo("[\"cpu.idle\"]");
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"cpu.idle\",\"load\"]");
    assertThat(root.get("/api/suggest", "type", "tagk").body()).isEqualTo("[\"host\"]");
  }

  @Test
  void lookupsFindTheNewName() throws Exception {
    renameCpu();
    assertThat(root.get("/api/search/lookup", "m", "load{host=a}").body())
        .contains("\"metric\":\"load\"", "\"totalResults\":1");
    assertThat(root.get("/api/search/lookup", "m", "{host=a}").body())
        .contains("\"metric\":\"load\"", "\"metric\":\"cpu.idle\"", "\"totalResults\":2");
    assertThat(root.get("/api/search/lookup", "m", "cpu{host=a}").body())
        .contains("\"totalResults\":0");
  }

  @Test
  void identifiersStayTheSame() throws Exception {
    renameCpu();
    String tsuid = Tsuid.of("cpu", List.of(new Tag("host", "a")));
    assertThat(root.get("/api/search/lookup", "m", "load{host=a}").body()).contains(tsuid);
    assertThat(
            root.get(
                    "/api/query",
                    "start",
                    NOW - 10 + "",
                    "m",
                    "sum:load{host=a}",
                    "show_tsuids",
                    "true")
                .body())
        .contains(tsuid);
    assertThat(root.get("/api/query", "start", NOW - 10 + "", "tsuid", "sum:" + tsuid).body())
        .contains("\"metric\":\"load\"", "\"%d\":1".formatted(NOW));
    assertThat(root.get("/api/query/last", "tsuids", tsuid, "resolve", "true").body())
        .contains("\"metric\":\"load\"", tsuid);
    assertThat(root.get("/api/uid/assign", "metric", "load").body())
        .contains("Name already exists with UID: " + tsuid.substring(0, 16));
    assertThat(root.get("/api/uid/assign", "metric", "cpu").body())
        .contains("\"cpu\":\"")
        .doesNotContain("errors", tsuid.substring(0, 16));
  }

  @Test
  void metadataStayWithTheMetric() throws Exception {
    root.begin();
    String uid = Tsuid.uid("cpu");
    String tsuid = Tsuid.of("cpu", List.of(new Tag("host", "a")));
    assertThat(
            root.post(
                    "/api/uid/uidmeta",
                    "{\"uid\":\"%s\",\"type\":\"metric\",\"displayName\":\"CPU\"}".formatted(uid))
                .status())
        .isEqualTo(200);
    renameCpu();
    assertThat(
            root.post("/api/uid/tsmeta", "{\"tsuid\":\"%s\",\"units\":\"s\"}".formatted(tsuid))
                .body())
        .contains("\"name\":\"load\"", "\"displayName\":\"CPU\"", "\"units\":\"s\"", tsuid);
    for (String key : List.of("uid", "name")) {
      String value = key.equals("uid") ? uid : "load";
      assertThat(root.get("/api/uid/uidmeta", key, value, "type", "metric").body())
          .contains("\"uid\":\"" + uid, "\"name\":\"load\"", "\"displayName\":\"CPU\"");
    }
    assertThat(root.get("/api/uid/tsmeta", "m", "load{host=a}").body())
        .contains(tsuid, "\"units\":\"s\"");
    assertThat(root.get("/api/uid/uidmeta", "name", "cpu", "type", "metric").status())
        .isEqualTo(404);
    assertThat(root.send("POST", "/api/uid/tsmeta", "m", "load{host=a}", "notes", "n").body())
        .contains(tsuid, "\"notes\":\"n\"");
  }

  @Test
  void lastDatapointsAreFoundByTheNewName() throws Exception {
    renameCpu();
    assertThat(root.get("/api/query/last", "timeseries", "load{host=a}", "resolve", "true").body())
        .contains("\"metric\":\"load\"");
    assertThat(
            root.get("/api/query/last", "timeseries", "load", "back_scan", "2", "resolve", "true")
                .body())
        .contains("\"metric\":\"load\"");
  }

  @Test
  void expressionsReadTheNewName() throws Exception {
    renameCpu();
    assertThat(
            root.get(
                    "/api/query/gexp",
                    "start",
                    NOW - 10 + "",
                    "exp",
                    "scale(sum:load,2)",
                    "show_tsuids",
                    "true")
                .body())
        .contains("\"%d\":4".formatted(NOW), Tsuid.of("cpu", List.of(new Tag("host", "a"))));
    assertThat(
            root.post(
                    "/api/query/exp",
                    """
                    {"time":{"start":"%d","aggregator":"sum"},"metrics":[{"id":"a","metric":"load"}],
                     "expressions":[{"id":"e","expr":"a*3"}],"outputs":[{"id":"e"}]}
                    """
                        .formatted(NOW - 10))
                .body())
        .contains("6.0");
  }

  @Test
  void usageIsShownByTheNewName() throws Exception {
    renameCpu();
    assertThat(root.get("/api/goku/top", "prefix", "lo").body())
        .contains("\"metric\":\"load\"", "\"key\":\"host\"")
        .doesNotContain("cpu");
    assertThat(root.get("/api/goku/top", "prefix", "cpu").body())
        .contains("\"metric\":\"cpu.idle\"")
        .doesNotContain("\"metric\":\"cpu\"", "load");
    assertThat(root.get("/api/goku/top/tags", "metric", "load", "key", "host").body())
        .contains("\"value\":\"b\"");
  }

  @Test
  void deletesReachMemoryAndDisk() throws Exception {
    renameCpu();
    Reply deleted =
        root.send("DELETE", "/api/query", "start", NOW - 3_000_000 + "", "m", "sum:load{host=a}");
    assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
    assertThat(query("load{host=a}").body()).isEqualTo("[]");
    assertThat(query("load").body())
        .contains("\"%d\":1".formatted(NOW), "\"%d\":2".formatted(NOW - 2_000_000));
  }

  @Test
  void aMetricCanBeRenamedAgainAndBack() throws Exception {
    renameCpu();
    assertThat(rename("load", "third").status()).isEqualTo(200);
    assertThat(query("third").body()).contains("\"%d\":2".formatted(NOW));
    assertThat(rename("third", "cpu").status()).isEqualTo(200);
    assertThat(query("cpu").body()).contains("\"%d\":2".formatted(NOW));
    assertThat(root.shared().namespaces().current().renames().isEmpty()).isTrue();
  }

  @Test
  void aUsedNameAnUnknownMetricAndAnotherNamespaceAreRefused() throws Exception {
    assertThat(rename("cpu", "cpu.idle").body())
        .isEqualTo(
            "{\"result\":\"false\",\"error\":\"cannot rename(\\\"cpu\\\", \\\"cpu.idle\\\"): new"
                + " name already exists\"}");
    assertThat(rename("nobody", "load").body())
        .isEqualTo("{\"result\":\"false\",\"error\":\"Name(\\\"nobody\\\") does not exist\"}");
    Reply other = rename("cpu", "other.cpu");
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.body()).contains("different namespaces (ns1 and ns2)");
    assertThat(rename("cpu", "a=b").body()).contains("illegal character: =");
    assertThat(root.shared().namespaces().current().renames().isEmpty()).isTrue();
  }

  @Test
  void requestsNeedAMetricAndANameInABody() throws Exception {
    assertThat(root.post("/api/uid/rename", "{\"metric\":\"cpu\"}").body())
        .contains("Missing necessary values to rename UID");
    Reply tag = root.post("/api/uid/rename", "{\"tagk\":\"host\",\"name\":\"node\"}");
    assertThat(tag.status()).isEqualTo(501);
    assertThat(tag.body()).contains("only metrics can be renamed, not tagk='host'");
    assertThat(root.get("/api/uid/rename", "metric", "cpu", "name", "load").status())
        .isEqualTo(405);
  }

  @Test
  void aRenameWaitsForAllProcesses() throws Exception {
    root.renames().lacking(_ -> new TreeSet<>(Set.of("ingest-1", "ingest-2")));
    Reply late = rename("cpu", "load");
    assertThat(late.status()).isEqualTo(503);
    assertThat(late.body()).contains("ingest-1, ingest-2 did not confirm within");
    assertThat(root.shared().namespaces().current().renames().isEmpty()).isTrue();
    assertThat(query("cpu").body()).contains("\"%d\":2".formatted(NOW));
  }

  @Test
  void aRenameThatIsNotKnownEverywhereIsReportedAndDone() throws Exception {
    root.renames().lacking(edition -> new TreeSet<>(edition == 2 ? Set.of("root-2") : Set.of()));
    Reply late = rename("cpu", "load");
    assertThat(late.status()).isEqualTo(503);
    assertThat(late.body()).contains("'cpu' is renamed to 'load', but root-2 did not confirm");
    assertThat(query("load").body()).contains("\"%d\":2".formatted(NOW));
  }

  @Test
  void aNameThatGetsDatapointsMeanwhileIsNotTaken() throws Exception {
    root.renames()
        .lacking(
            _ -> {
              root.put(SeriesName.of("load", Map.of("host", "a")), NOW * 1000, 9);
              return new TreeSet<>();
            });
    assertThat(rename("cpu", "load").body()).contains("new name already exists");
    assertThat(query("load").body()).contains("\"%d\":9".formatted(NOW));
    assertThat(query("cpu").body()).contains("\"%d\":2".formatted(NOW));
  }

  @Test
  void anInterruptedRenameContinues() throws Exception {
    root.renames().change(before -> before.reserved("load"));
    renameCpu();
    assertThat(query("load").body()).contains("\"%d\":2".formatted(NOW));
  }

  @Test
  void aRenameNeedsCompleteAnswers() throws Exception {
    for (int shard = 0; shard < SHARDS.shards(); shard++) {
      root.lose(new ShardId("ns1", shard));
    }
    assertThat(rename("cpu", "load").status()).isEqualTo(503);
    assertThat(root.shared().namespaces().current().renames().isEmpty()).isTrue();
  }

  @Test
  void aStoreThatDoesNotAnswerIsReported() throws Exception {
    root.renames().lose();
    Reply reply = rename("cpu", "load");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).contains("cannot read renames at /goku/renames");
  }
}
