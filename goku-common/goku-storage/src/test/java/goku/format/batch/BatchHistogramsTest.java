package goku.format.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.model.HistogramMetric;
import goku.model.SeriesName;
import goku.model.ValueType;
import goku.testkit.histogram.RandomHistograms;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchHistogramsTest {
  private static final long T0 = 1_700_000_000_000L;
  private static final SeriesName PLAIN = SeriesName.of("m", Map.of("host", "a"));
  private static final SeriesName MARKED =
      SeriesName.of(HistogramMetric.of("m"), Map.of("host", "a"));

  private final BatchWriter writer = new BatchWriter();
  private final BatchReader reader = new BatchReader();

  @Test
  void histogramsAndNumbersAreReadBack() {
    var histograms = new RandomHistograms(new Random(3));
    byte[][] sent = new byte[300][];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = histograms.bytes();
      add(MARKED, T0 + i, sent[i]);
      writer.add(PLAIN, T0 + i, i);
    }
    byte[] batch = writer.toBytes();
    reader.open(batch);
    int read = 0;
    while (reader.nextSeries()) {
      while (reader.nextPoint()) {
        assertThat(reader.timestamp()).isEqualTo(T0 + read / 2);
        if (reader.type() == ValueType.HISTOGRAMS) {
          int from = HistogramPosition.offset(reader.value());
          int to = from + HistogramPosition.length(reader.value());
          assertThat(Arrays.copyOfRange(batch, from, to)).isEqualTo(sent[read / 2]);
        } else {
          assertThat((int) reader.value()).isEqualTo(read / 2);
        }
        read++;
      }
    }
    assertThat(read).isEqualTo(2 * sent.length);
  }

  @Test
  void numbersInASeriesOfHistogramsAreCorrupt() {
    writer.add(MARKED, T0, 1);
    reader.open(writer.toBytes());
    assertThatThrownBy(reader::nextSeries)
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("PLAIN in a series of histograms");
  }

  @Test
  void histogramsInAnotherSeriesAreCorrupt() {
    add(PLAIN, T0, new RandomHistograms(new Random(1)).bytes());
    reader.open(writer.toBytes());
    assertThatThrownBy(reader::nextSeries)
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("HISTOGRAMS in a series of datapoints");
  }

  @Test
  void bytesThatAreNoHistogramAreCorrupt() {
    add(MARKED, T0, new byte[] {1, 9});
    reader.open(writer.toBytes());
    reader.nextSeries();
    assertThatThrownBy(reader::nextPoint)
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("kind=9");
  }

  @Test
  void aHistogramIsAtMost16KiB() {
    assertThatThrownBy(() -> add(MARKED, T0, new byte[(16 << 10) + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("histogram of 16385 bytes: must be at most 16384");
  }

  private void add(SeriesName name, long time, byte[] histogram) {
    writer.addHistogram(
        name.hash(), name.bytes(), name.metricLength(), name.tagBytes(), time, histogram);
  }
}
