package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of a minute without a datapoint: omitted for Grafana's Go client, null for its browser
/// client, and as in OpenTSDB for all others.
class GrafanaGapsTest {
  private static final long START = 1_800_000_000;
  private static final String BROWSER = "\"msResolution\": false, \"globalAnnotations\": true, ";

  @ParameterizedTest
  @CsvSource({
    "Go-http-client/1.1, nan, '1.0,2.0'",
    "Go-http-client/1.1, null, '1.0,2.0'",
    "Grafana/12.3.0, nan, '1.0,2.0'",
    "curl/8.5.0, nan, '1.0,\"NaN\",2.0'",
    "curl/8.5.0, null, '1.0,null,2.0'",
    "MyGrafana/1, nan, '1.0,\"NaN\",2.0'"
  })
  void gapsWithoutBrowserMembersFollowTheUserAgent(String agent, String fill, String values)
      throws Exception {
    assertThat(values(RootFixture.DEFAULTS, agent, "", fill)).isEqualTo(values);
  }

  @ParameterizedTest
  @CsvSource({
    "Grafana/11.6.0, nan, '1.0,null,2.0'",
    "Grafana/11.6.0, null, '1.0,null,2.0'",
    "Mozilla/5.0, nan, '1.0,\"NaN\",2.0'",
  })
  void gapsAreNullOnlyForGrafanaWithBrowserMembers(String agent, String fill, String values)
      throws Exception {
    assertThat(values(RootFixture.DEFAULTS, agent, BROWSER, fill)).isEqualTo(values);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void gapsAreWrittenAsInOpenTsdbWhenStrictOrDisabled(boolean strict, boolean gaps)
      throws Exception {
    var config = RootFixture.config("--strict=" + strict, "--grafana-gaps=" + gaps);
    assertThat(values(config, "Grafana/12.3.0", "", "nan")).isEqualTo("1.0,\"NaN\",2.0");
    assertThat(values(config, "Grafana/12.3.0", BROWSER, "nan")).isEqualTo("1.0,\"NaN\",2.0");
  }

  private static String values(RootConfig config, String agent, String members, String fill)
      throws Exception {
    String body =
        """
        {"start": 1800000000, "end": 1800000120, %s "queries": [
          {"metric": "cpu", "aggregator": "sum", "downsample": "1m-avg-%s"}]}
        """
            .formatted(members, fill);
    var request =
        new HttpRequest(
            "POST",
            "/api/query",
            Map.of(),
            Map.of("user-agent", agent),
            body.getBytes(UTF_8),
            "test");
    var ns1 = RootFixture.namespace("ns1", new Sharding(1, 1));
    try (var root = new RootFixture(config, Instant.ofEpochSecond(START + 600), ns1)) {
      root.put(SeriesName.of("cpu", Map.of("host", "a")), START * 1000, 1);
      root.put(SeriesName.of("cpu", Map.of("host", "a")), (START + 120) * 1000, 2);
      Reply reply = root.answer(request);
      String dps = reply.body().replaceFirst(".*\"dps\":\\{", "").replaceFirst("}.*", "");
      return dps.replaceAll("\"\\d+\":", "");
    }
  }
}
