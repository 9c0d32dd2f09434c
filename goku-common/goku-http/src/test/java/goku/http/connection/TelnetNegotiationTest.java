package goku.http.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelnetNegotiationTest {
  private static ByteBuf bytes(String latin1) {
    return Unpooled.wrappedBuffer(latin1.getBytes(ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "put",
        "\u00ff\u00fb\u001f\u00ff\u00fb put",
        "\u00ff\u00fe\u0001put",
        "\u00ff\u00f1put",
        "\u00ff\u00fa\u001f\u0000P\u0000\u0018\u00ff\u00f0\u00ff\u00fd\u0003put",
      })
  void negotiationsBeforeTheFirstLineAreSkipped(String text) {
    ByteBuf in = bytes(text);
    assertThat(TelnetNegotiation.skip(in)).isTrue();
    assertThat(in.toString(ISO_8859_1)).isEqualTo("put");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\u00ff",
        "\u00ff\u00fb",
        "\u00ff\u00fb\u001f",
        "\u00ff\u00fb\u001f\u00ff\u00fa\u001f\u0000P",
      })
  void whatIsIncompleteWaitsForMore(String text) {
    assertThat(TelnetNegotiation.skip(bytes(text))).isFalse();
  }

  @Test
  void whatNeverEndsIsNoNegotiation() {
    ByteBuf in = bytes("\u00ff\u00fa" + "x".repeat(254));
    assertThat(TelnetNegotiation.skip(in)).isTrue();
    assertThat(in.readableBytes()).isEqualTo(256);
  }
}
