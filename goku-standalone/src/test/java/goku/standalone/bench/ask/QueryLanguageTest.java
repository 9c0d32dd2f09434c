package goku.standalone.bench.ask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.URLDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryLanguageTest {
  private final JsonMapper json = new JsonMapper();

  @ParameterizedTest
  @EnumSource(names = {"opentsdb", "promql"})
  void whatIsAskedCanStandInARequestLine(QueryLanguage language) {
    assertThat(URI.create(language.oneHost("cpu.usage_user", "host_7", 60, 119)).getQuery())
        .contains("cpu.usage_user", "host_7", "5m");
    assertThat(URI.create(language.allHosts("cpu.usage_user", 60, 119)).getQuery())
        .contains("cpu.usage_user", "hostname", "1h");
    assertThat(URI.create(language.count("cpu.usage_user", 60, 119)).getQuery())
        .contains("cpu.usage_user");
  }

  @Test
  void influxIsAskedForAFieldOfAMeasurement() {
    assertThat(asked(QueryLanguage.influxql.oneHost("cpu.usage_user", "host_7", 60, 119)))
        .isEqualTo(
            "/query?db=bench&q=SELECT max(usage_user) FROM cpu WHERE hostname='host_7'"
                + " AND time >= 60s AND time <= 119s GROUP BY time(5m)");
    assertThat(asked(QueryLanguage.influxql.allHosts("cpu.usage_user", 60, 119)))
        .isEqualTo(
            "/query?db=bench&q=SELECT mean(usage_user) FROM cpu WHERE time >= 60s AND time <= 119s"
                + " GROUP BY time(1h),hostname");
    assertThat(asked(QueryLanguage.influxql.count("cpu.usage_user", 60, 119)))
        .isEqualTo(
            "/query?db=bench&q=SELECT count(usage_user) FROM cpu WHERE time >= 60s"
                + " AND time <= 119s");
  }

  @Test
  void questDbIsAskedForAColumnOfATable() {
    String between = "timestamp BETWEEN '1970-01-01T00:01:00Z' AND '1970-01-01T00:01:59Z'";
    assertThat(asked(QueryLanguage.questdb.oneHost("cpu.usage_user", "host_7", 60, 119)))
        .isEqualTo(
            "/exec?query=SELECT timestamp, max(usage_user) FROM cpu WHERE hostname='host_7' AND "
                + between
                + " SAMPLE BY 5m");
    assertThat(asked(QueryLanguage.questdb.allHosts("cpu.usage_user", 60, 119)))
        .isEqualTo(
            "/exec?query=SELECT timestamp, hostname, avg(usage_user) FROM cpu WHERE "
                + between
                + " SAMPLE BY 1h");
    assertThat(asked(QueryLanguage.questdb.count("cpu.usage_user", 60, 119)))
        .isEqualTo("/exec?query=SELECT count(usage_user) FROM cpu WHERE " + between);
  }

  private static String asked(String requestTarget) {
    return URLDecoder.decode(URI.create(requestTarget).toString(), UTF_8);
  }

  @Test
  void openTsdbCountsByGroup() throws Exception {
    assertThat(
            QueryLanguage.opentsdb.counted(
                json.readTree("[{'dps':{'60':5}},{'dps':{'60':7}}]".replace('\'', '"'))))
        .isEqualTo(12);
  }

  @Test
  void prometheusCountsAllAtOnce() throws Exception {
    assertThat(
            QueryLanguage.promql.counted(
                json.readTree(
                    "{'data':{'result':[{'metric':{},'value':[119,'12']}]}}".replace('\'', '"'))))
        .isEqualTo(12);
    assertThat(
            QueryLanguage.promql.counted(
                json.readTree("{'data':{'result':[]}}".replace('\'', '"'))))
        .as("of a metric that is not known")
        .isZero();
  }

  @Test
  void influxCountsTheFieldOfAMeasurement() throws Exception {
    assertThat(
            QueryLanguage.influxql.counted(
                json.readTree("{'results':[{'series':[{'values':[[0,12]]}]}]}".replace('\'', '"'))))
        .isEqualTo(12);
    assertThat(QueryLanguage.influxql.counted(json.readTree("{\"results\":[{}]}"))).isZero();
  }

  @Test
  void questDbAnswersRows() throws Exception {
    assertThat(QueryLanguage.questdb.counted(json.readTree("{\"dataset\":[[12]]}"))).isEqualTo(12);
  }

  @Test
  void prometheusLooksBackOverBothEnds() {
    assertThat(URI.create(QueryLanguage.promql.count("m", 60, 119)).getQuery())
        .isEqualTo("time=119&query=sum(count_over_time({__name__=\"m\"}[60s]))");
  }
}
