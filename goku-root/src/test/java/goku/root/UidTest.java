package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of `/api/uid` as used by scripts that assign names before writing.
class UidTest {
  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(1_800_000_000),
          RootFixture.namespace("ns1", new Sharding(3, 2)));

  @BeforeEach
  void fill() {
    root.put(SeriesName.of("cpu", Map.of("host", "web01")), 1_800_000_000_000L, 1);
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void newNamesAreAnsweredWithTheirIdentifiersAndStayNew() throws Exception {
    Reply reply = root.get("/api/uid/assign", "metric", "mem,disk", "tagk", "az", "tagv", "z");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body())
        .startsWith("{\"metric\":{\"disk\":\"")
        .contains("\"mem\":\"" + Tsuid.of("mem", List.of()).substring(0, 16) + "\"")
        .contains("\"tagk\":{\"az\":\"", "\"tagv\":{\"z\":\"")
        .doesNotContain("errors");
    assertThat(root.get("/api/uid/assign", "metric", "mem,disk", "tagk", "az", "tagv", "z"))
        .isEqualTo(reply);
    String body = "{\"metric\": [\"mem\", \"disk\"], \"tagk\": [\"az\"], \"tagv\": [\"z\"]}";
    assertThat(root.post("/api/uid/assign", body)).isEqualTo(reply);
  }

  @Test
  void anExistingNameIsAnErrorAndOtherNamesAreStillAnswered() throws Exception {
    Reply reply = root.get("/api/uid/assign", "metric", "cpu,mem", "tagk", "host", "tagv", "web01");
    assertThat(reply.status()).isEqualTo(400);
    String cpu = Tsuid.of("cpu", List.of()).substring(0, 16);
    assertThat(reply.body())
        .contains("\"metric\":{\"mem\":")
        .contains("\"metric_errors\":{\"cpu\":\"Name already exists with UID: %s\"}".formatted(cpu))
        .contains("\"tagk\":{},\"tagk_errors\":{\"host\":")
        .contains("\"tagv\":{},\"tagv_errors\":{\"web01\":");
  }

  @Test
  void aNameOfAnotherKindIsNew() throws Exception {
    assertThat(root.get("/api/uid/assign", "metric", "host,web01", "tagk", "cpu").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=b", "a\u0000b", "a\u001fb", "a\u0085b"})
  void aNameThatCouldNotBeWrittenIsAnErrorThatNamesTheCharacter(String name) throws Exception {
    Reply reply = root.get("/api/uid/assign", "tagk", name);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("\"tagk\":{}", "Invalid tagk", "illegal character: ");
  }

  @Test
  void anEmptyAndALongNameAreErrors() throws Exception {
    assertThat(root.get("/api/uid/assign", "metric", "a,,b").body())
        .contains("\"a\":", "\"b\":", "\"metric_errors\":{\"\":\"Invalid metric: empty string\"}");
    assertThat(root.get("/api/uid/assign", "metric", "m".repeat(1024)).status()).isEqualTo(200);
    assertThat(root.get("/api/uid/assign", "metric", "m".repeat(1025)).body())
        .contains("1025 bytes, the limit is 1024");
  }

  @Test
  void namesBeyondAsciiAreFine() throws Exception {
    assertThat(root.get("/api/uid/assign", "metric", "m\u00e9trica.\u00f1/a-b_c+%").status())
        .isEqualTo(200);
  }

  @Test
  void nothingToAssignIsAnError() throws Exception {
    for (Reply reply :
        List.of(
            root.get("/api/uid/assign"),
            root.get("/api/uid/assign", "metric", ""),
            root.post("/api/uid/assign", "{\"metrics\": [\"a\"]}"))) {
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("Missing values to assign UIDs");
    }
    assertThat(root.post("/api/uid/assign", "{\"metric\": \"a\"}").body())
        .contains("'metric' must be an array");
  }

  @ParameterizedTest
  @ValueSource(strings = {"other", ""})
  void unsupportedEndpointsAnswerWithTheReason(String endpoint) throws Exception {
    Reply reply = root.get("/api/uid/" + endpoint, "metric", "cpu", "name", "mem");
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.body()).contains("not supported by this server");
  }
}
