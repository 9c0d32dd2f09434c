package goku.standalone.logging;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/// The message of a log line, which is one line.
final class EscapedMessage extends MessageConverter {
  @Override
  public @Nullable String convert(ILoggingEvent event) {
    return ControlCharacters.escaped(super.convert(event));
  }
}
