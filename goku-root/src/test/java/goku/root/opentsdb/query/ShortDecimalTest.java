package goku.root.opentsdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortDecimalTest {
  private final ShortDecimal decimals = new ShortDecimal();

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.0,
        -0.0,
        1,
        -1,
        20,
        0.5,
        19.5,
        -19.25,
        99.999,
        100.001,
        0.1,
        0.001,
        0.002,
        0.01,
        0.0009,
        0.0015,
        1234567.891,
        9999999,
        9999999.999,
        -9999999.999,
        9999999.9995,
        1e7,
        1.0000001e7,
        9.99e-4,
        0.1 + 0.2,
        1.0 / 3,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        2.0e-3
      })
  void printsAsJavaDoes(double value) throws IOException {
    assertThat(text(value)).isEqualTo(Double.toString(value));
  }

  @Test
  void printsNeighboursOfShortDecimalsAsJavaDoes() throws IOException {
    var random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      double value = random.nextLong(20_000_000_000L) / Math.pow(10, random.nextInt(8));
      for (double near : new double[] {value, Math.nextUp(value), Math.nextDown(value), -value}) {
        assertThat(text(near)).isEqualTo(Double.toString(near));
      }
    }
  }

  private String text(double value) throws IOException {
    var out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      decimals.write(json, value);
    }
    return out.toString();
  }
}
