package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricMarkTest {
  @Test
  void theMarkIsRemovedFromTheName() {
    assertThat(MetricMark.metric("m\u001er3600000-sum")).isEqualTo("m");
    assertThat(MetricMark.metric("m\u001e7\u001er3600000-sum")).isEqualTo("m\u001e7");
    assertThat(MetricMark.metric(HistogramMetric.of("m"))).isEqualTo("m");
    assertThat(MetricMark.isMarked("m\u001er3600000-sum")).isTrue();
    assertThat(MetricMark.isMarked(HistogramMetric.of("m"))).isTrue();
  }

  @Test
  void otherNamesHaveNoMark() {
    for (String name : new String[] {"m", "r1-sum", "", "m\u001e7", "m\u001e"}) {
      assertThat(MetricMark.isMarked(name)).as(name).isFalse();
      assertThat(MetricMark.metric(name)).isEqualTo(name);
      byte[] bytes = NameText.bytes(name);
      assertThat(MetricMark.endOfMetric(bytes, bytes.length)).isEqualTo(bytes.length);
    }
  }

  @Test
  void theMarkIsFoundInStoredBytes() {
    byte[] bytes = NameText.bytes("a b\u001eh" + "rest");
    assertThat(MetricMark.endOfMetric(bytes, bytes.length - 4)).isEqualTo(3);
    assertThat(MetricMark.endOfMetric(bytes, 3)).isEqualTo(3);
  }
}
