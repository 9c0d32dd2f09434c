package goku.root.opentsdb.paging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import goku.http.HttpError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageSizeTest {
  @ParameterizedTest
  @CsvSource({"'',0,0", "true,0,0", "500000,0,500000", "1,0,1", "2h,7200000,0", "1s,1000,0"})
  void aPageSizeIsALengthOfTimeOrANumberOfDatapoints(String text, long span, long datapoints) {
    assertThat(PageSize.parse(text)).isEqualTo(new PageSize(span, datapoints));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "true;0;0",
        "500000;0;500000",
        "'\"2h\"';7200000;0",
        "{};0;0",
        "'{\"span\":\"10m\"}';600000;0",
        "'{\"datapoints\":7}';0;7"
      })
  void aPageSizeInABodyMayBeAnObject(String json, long span, long datapoints) throws Exception {
    assertThat(PageSize.parse(new ObjectMapper().readTree(json)))
        .isEqualTo(new PageSize(span, datapoints));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "yes", "999ms", "0h", "99999999999999999999", "h", "1.5"})
  void invalidPageSizesAreRejected(String text) {
    assertThatThrownBy(() -> PageSize.parse(text))
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessageContaining("Invalid page '" + text + "'");
  }

  @Test
  void spanAndDatapointsTogetherAreRejected() {
    assertThatThrownBy(
            () ->
                PageSize.parse(new ObjectMapper().readTree("{\"span\":\"10m\",\"datapoints\":7}")))
        .hasMessageContaining("not both");
  }
}
