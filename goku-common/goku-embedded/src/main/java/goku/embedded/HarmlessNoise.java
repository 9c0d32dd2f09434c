package goku.embedded;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;

/// Keeps warnings off the log that embedded servers give at every start or stop and that mean
/// nothing here. Exact, by logger and text, so that other warnings of the same logger stay. Named
/// in `logback.xml`.
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
