package goku.standalone.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// An appender that keeps the last lines of the log in memory, for `/logs`. Configured in
/// `logback.xml`. Keeps text and not events, whose arguments could hold much memory. Thread-safe.
public final class RecentLog extends AppenderBase<ILoggingEvent> {
  /// The number of lines, as in OpenTSDB's example configuration.
  static final int MOST_LINES = 1024;

  /// The length at which a line is cut. All lines together take up to 4 MB.
  static final int MOST_CHARACTERS = 2_000;

  private final ArrayDeque<String> lines = new ArrayDeque<>();

  @Override
  protected void append(ILoggingEvent event) {
    String line = line(event);
    synchronized (lines) {
      if (lines.size() == MOST_LINES) {
        lines.removeLast();
      }
      lines.addFirst(line);
    }
  }

  /// Returns the lines, newest first: seconds since the epoch, level, thread, logger and message,
  /// separated by tabs, and the exception if there is one.
  List<String> newestFirst() {
    synchronized (lines) {
      return new ArrayList<>(lines);
    }
  }

  private static String line(ILoggingEvent event) {
    var line = new StringBuilder();
    line.append(event.getTimeStamp() / 1000).append('\t').append(event.getLevel());
    line.append('\t').append(ControlCharacters.escaped(event.getThreadName()));
    line.append('\t').append(event.getLoggerName());
    line.append('\t').append(ControlCharacters.escaped(event.getFormattedMessage()));
    IThrowableProxy failure = event.getThrowableProxy();
    if (failure != null) {
      line.append('\t').append(failure.getClassName());
      line.append(": ").append(ControlCharacters.escaped(failure.getMessage()));
    }
    return line.length() <= MOST_CHARACTERS
        ? line.toString()
        : line.substring(0, MOST_CHARACTERS) + "...";
  }
}
