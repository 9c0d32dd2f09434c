package goku.embedded;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import java.util.Map;

/// A log filter that removes harmless warnings: of embedded servers at every start or stop, and of
/// Helix while ZooKeeper is unavailable, which Goku logs once by itself. It matches the logger, and
/// a text of the line or of its exception, so other warnings of the same logger remain.
/// `logback.xml` names this class.
public final class HarmlessNoise extends Filter<ILoggingEvent> {
  private static final Map<String, List<String>> TEXTS_BY_LOGGER =
      Map.of(
          // a broker that is its own controller activates it at every start
          "org.apache.kafka.controller.QuorumController",
          List.of("Performing controller activation"),
          // the broker closes its channel to the controller twice
          "org.apache.kafka.clients.NetworkClient",
          List.of("NetworkClient that has already been closed"),
          // the limit per client is set instead
          "org.apache.zookeeper.server.ServerCnxnFactory",
          List.of("maxCnxns is not configured"),
          // its tasks fail without a connection, and once more with events of the lost session
          "org.apache.helix.controller.GenericHelixController",
          List.of("is not connected within retry timeout", "Event session doesn't match"));

  @Override
  public FilterReply decide(ILoggingEvent event) {
    List<String> harmless = TEXTS_BY_LOGGER.getOrDefault(event.getLoggerName(), List.of());
    return harmless.stream().anyMatch(text -> says(event, text))
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }

  private static boolean says(ILoggingEvent event, String text) {
    IThrowableProxy thrown = event.getThrowableProxy();
    return event.getFormattedMessage().contains(text)
        || (thrown != null && String.valueOf(thrown.getMessage()).contains(text));
  }
}
