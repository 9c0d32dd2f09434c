package goku.root.slow;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/// The log events of slow queries, captured until `close`.
public final class LoggedLines implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger(SlowQueries.LOGGER);
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  public LoggedLines() {
    appender.start();
    logger.addAppender(appender);
  }

  public List<String> lines() {
    return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  List<ILoggingEvent> events() {
    return List.copyOf(appender.list);
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
