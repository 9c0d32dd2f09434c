package goku.embedded;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;

/// A log filter that removes harmless warnings of embedded servers at every start or stop. It
/// matches logger and text, so other warnings of the same logger remain. `logback.xml` names this
/// class.
public final class HarmlessNoise extends Filter<ILoggingEvent> {
  private static final Map<String, String> TEXT_BY_LOGGER =
      Map.of(
          // a broker that is its own controller activates it at every start
          "org.apache.kafka.controller.QuorumController", "Performing controller activation",
          // the broker closes its channel to the controller twice
          "org.apache.kafka.clients.NetworkClient", "NetworkClient that has already been closed",
          // the limit per client is set instead
          "org.apache.zookeeper.server.ServerCnxnFactory", "maxCnxns is not configured");

  @Override
  public FilterReply decide(ILoggingEvent event) {
    String harmless = TEXT_BY_LOGGER.get(event.getLoggerName());
    return harmless != null && event.getFormattedMessage().contains(harmless)
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }
}
