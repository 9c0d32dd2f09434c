package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;

class HarmlessNoiseTest {
  @Test
  void keepsOtherWarningsOfTheSameLogger() {
    assertThat(
            reply("[Channel id=1] Attempting to close NetworkClient that has already been closed."))
        .isEqualTo(FilterReply.DENY);
    assertThat(reply("Connection to node 1 could not be established."))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  private static FilterReply reply(String message) {
    var logger = new LoggerContext().getLogger("org.apache.kafka.clients.NetworkClient");
    return new HarmlessNoise()
        .decide(new LoggingEvent("", logger, Level.WARN, message, null, new Object[0]));
  }
}
