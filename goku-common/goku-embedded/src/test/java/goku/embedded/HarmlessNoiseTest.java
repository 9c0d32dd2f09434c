package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HarmlessNoiseTest {
  private static final String HELIX = "org.apache.helix.controller.GenericHelixController";

  @Test
  void keepsOtherWarningsOfTheSameLogger() {
    assertThat(
            reply("[Channel id=1] Attempting to close NetworkClient that has already been closed."))
        .isEqualTo(FilterReply.DENY);
    assertThat(reply("Connection to node 1 could not be established."))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  @Test
  void removesFailuresOfHelixOnlyWhereTheyAreThoseOfAnOutage() {
    assertThat(
            reply(
                HELIX,
                "Time task failed",
                new IllegalStateException(
                    "HelixManager is not connected within retry timeout for cluster goku-long")))
        .isEqualTo(FilterReply.DENY);
    assertThat(reply(HELIX, "Time task failed", new IllegalStateException("no resource")))
        .isEqualTo(FilterReply.NEUTRAL);
    assertThat(reply(HELIX, "Time task failed", null)).isEqualTo(FilterReply.NEUTRAL);
  }

  private static FilterReply reply(String message) {
    return reply("org.apache.kafka.clients.NetworkClient", message, null);
  }

  private static FilterReply reply(String name, String message, @Nullable Throwable thrown) {
    var logger = new LoggerContext().getLogger(name);
    return new HarmlessNoise()
        .decide(new LoggingEvent("", logger, Level.WARN, message, thrown, new Object[0]));
  }
}
