package goku.standalone.logging;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import org.jspecify.annotations.Nullable;

/// A log encoder for lines of text, or for one JSON object per line with `timestamp`, `level`,
/// `threadName`, `loggerName`, `formattedMessage`, `kvpList` and `throwable`. Configured in
/// `logback.xml`. Thread-safe once started.
public final class LogLines extends EncoderBase<ILoggingEvent> {
  private String format = "text";
  private String pattern = "%msg%n";
  private @Nullable Encoder<ILoggingEvent> encoder;

  /// Sets the format: `text` or `json`.
  public void setFormat(String format) {
    this.format = format;
  }

  /// Sets the pattern of a line of text. `%msg` is the message. The stack trace follows.
  public void setPattern(String pattern) {
    this.pattern = pattern;
  }

  @Override
  public void start() {
    if (!format.equals("text") && !format.equals("json")) {
      addWarn("GOKU_LOG_FORMAT is text or json, not " + format + ": the log is text");
    }
    Encoder<ILoggingEvent> chosen = format.equals("json") ? json() : text();
    chosen.setContext(getContext());
    chosen.start();
    encoder = chosen;
    super.start();
  }

  /// Escapes control characters, because messages contain texts of clients, such as paths.
  private Encoder<ILoggingEvent> text() {
    var layout = new PatternLayout();
    layout.setContext(getContext());
    layout.setPattern(pattern + "%ex");
    layout.getInstanceConverterMap().put("msg", EscapedMessage::new);
    layout.getInstanceConverterMap().put("ex", EscapedStackTrace::new);
    layout.start();
    var text = new LayoutWrappingEncoder<ILoggingEvent>();
    text.setLayout(layout);
    return text;
  }

  /// Omits fields that are equal in every line, or that the message contains.
  private static Encoder<ILoggingEvent> json() {
    var json = new JsonEncoder();
    json.setWithFormattedMessage(true);
    json.setWithMessage(false);
    json.setWithArguments(false);
    json.setWithContext(false);
    json.setWithSequenceNumber(false);
    json.setWithNanoseconds(false);
    return json;
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    return encoder == null ? new byte[0] : encoder.encode(event);
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
