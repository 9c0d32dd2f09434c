package goku.root.opentsdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.model.TimeRange;
import goku.query.RateOptions;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.RollupUsage;
import goku.root.opentsdb.language.SeriesSpec;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.paging.CursorText;
import goku.root.opentsdb.paging.PageSize;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CursorTest {
  /// A cursor of a root of version 3. If this test fails, clients in the middle of an answer fail
  /// too: cursors then need another version.
  private static final String GOLDEN =
      "3c0Ng1a2WQQ6CMBBF70LcqUihFLo14QwuFBOFBkkACcKSm7nzYjIFpCCaonRZyPS3w3tljE5bew3"
          + "UA7WasAnmDwbMKk5RbZhttiyLwkQZ4Fvnl6FX4LDFtwP6I73dK5LwCr6bhWMvLWRRBi-KAO7YeRr"
          + "RtdO7gr4nljs-7gdlr62pu1yIZZutScBdB_jCtu_xSwBI-plwpNoYEwtjzTIsjZqm7iA6xAhJ8L1"
          + "SLuEtvwbZKeZrpizzWJKHEe-fCSxSqlIXwiUBa8vAefZam8BnPNrbmMW93k624bzKIX_4pn9YkEs"
          + "0UPtv8KafJtW4f0RZDFQEcxaiMCStpBvYJGX5BA";

  private static final Cursor CURSOR =
      new Cursor(
          new QueryRequest(
              "1800000000001ms",
              "1800086400000ms",
              "Europe/Berlin",
              true,
              new QueryRequest.Form(
                  true, false, true, false, true, false, AnnotationChoice.OF_SERIES_AND_GLOBAL),
              false,
              List.of(
                  new SubQuery(
                      "sum",
                      SeriesSpec.named(
                          "cpu",
                          List.of(
                              FilterSpec.ofTag("host", "Web*", true),
                              FilterSpec.of("regexp", "dc", "^ü\"[0-9]+$", false)),
                          true),
                      "1dc-avg-null",
                      true,
                      new RateOptions(true, 0x1p64, 0.1, true),
                      RollupUsage.RAW,
                      new HistogramOptions(List.of(99.9f, 50f), true)),
                  new SubQuery("none", "mem", null, false, RateOptions.PLAIN, List.of(), false))),
          Gaps.LEFT_OUT,
          false,
          new TimeRange(1_800_000_000_001L, 1_800_007_199_999L),
          new PageSize(0, 123_456));

  @Test
  void aCursorRestoresTheWholeQuery() {
    assertThat(Cursor.of(CURSOR.text())).isEqualTo(CURSOR);
  }

  @Test
  void cursorsOfEarlierRootsAreRead() {
    assertThat(Cursor.of(GOLDEN)).isEqualTo(CURSOR);
  }

  @Test
  void aCursorWithoutAMemberIsRejected() {
    String text = CursorText.of("{\"gaps\":\"NULL\"}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Cursor.of(text))
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessageContaining("Invalid cursor: its content cannot be read");
  }
}
