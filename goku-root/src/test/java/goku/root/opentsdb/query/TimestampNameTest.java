package goku.root.opentsdb.query;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampNameTest {
  private final TimestampName name = new TimestampName();

  @ParameterizedTest
  @ValueSource(
      longs = {0, 7, -7, 1_795_912_339L, 1_795_912_339_000L, Long.MAX_VALUE, Long.MIN_VALUE})
  void isTheNumberInEachForm(long timestamp) throws IOException {
    String number = Long.toString(timestamp);
    name.of(timestamp);
    assertThat(name.charLength()).isEqualTo(number.length());
    assertThat(name.asQuotedChars()).isEqualTo(number.toCharArray());
    assertThat(name.asQuotedUTF8()).isEqualTo(number.getBytes(US_ASCII));
    assertThat(name.asUnquotedUTF8()).isEqualTo(number.getBytes(US_ASCII));
    var out = new ByteArrayOutputStream();
    assertThat(name.writeQuotedUTF8(out) + name.writeUnquotedUTF8(out)).isEqualTo(out.size());
    assertThat(out).hasToString(number + number);
    var buffer = ByteBuffer.allocate(number.length());
    assertThat(name.putQuotedUTF8(buffer)).isEqualTo(number.length());
    assertThat(buffer.array()).isEqualTo(number.getBytes(US_ASCII));
    assertThat(name.putUnquotedUTF8(buffer)).isEqualTo(-1);
  }

  @Test
  void isAppendedOnlyIfItFits() {
    name.of(1234);
    byte[] bytes = new byte[6];
    assertThat(name.appendQuotedUTF8(bytes, 2)).isEqualTo(4);
    assertThat(bytes).containsExactly(0, 0, '1', '2', '3', '4');
    assertThat(name.appendUnquotedUTF8(bytes, 3)).isEqualTo(-1);
    char[] chars = new char[6];
    Arrays.fill(chars, '-');
    assertThat(name.appendQuoted(chars, 1)).isEqualTo(4);
    assertThat(chars).containsExactly('-', '1', '2', '3', '4', '-');
    assertThat(name.appendUnquoted(chars, 3)).isEqualTo(-1);
  }

  @Test
  void isWrittenByGeneratorsOfBytesAndOfText() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      write(json);
    }
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      write(json);
    }
    assertThat(text).hasToString(bytes.toString(US_ASCII));
    assertThat(bytes.toString(US_ASCII)).startsWith("{\"1795912339\":0,\"1795912340\":1,");
    assertThat(bytes.toString(US_ASCII)).endsWith(",\"1795915338\":2999}");
  }

  /// Writes more than the buffers of a generator hold.
  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < 3000; i++) {
      json.writeFieldName(name.of(1_795_912_339L + i));
      json.writeNumber(i);
    }
    json.writeEndObject();
  }
}
