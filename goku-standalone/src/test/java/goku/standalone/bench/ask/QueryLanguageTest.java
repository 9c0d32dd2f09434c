package goku.standalone.bench.ask;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryLanguageTest {
  private final JsonMapper json = new JsonMapper();

  @ParameterizedTest
  @EnumSource
  void whatIsAskedCanStandInARequestLine(QueryLanguage language) {
    assertThat(URI.create(language.oneHost("cpu.usage_user", "host_7", 60, 119)).getQuery())
        .contains("cpu", "usage_user", "host_7", "5m");
    assertThat(URI.create(language.allHosts("cpu.usage_user", 60, 119)).getQuery())
        .contains("cpu", "usage_user", "hostname", "1h");
    assertThat(URI.create(language.count("cpu.usage_user", 60, 119)).getQuery())
        .contains("cpu", "usage_user");
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
