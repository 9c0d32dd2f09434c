package goku.standalone.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;

/// The stack trace below a log line, with messages of one line each.
final class EscapedStackTrace extends ThrowableProxyConverter {
  @Override
  protected String throwableProxyToString(IThrowableProxy failure) {
    return super.throwableProxyToString(new EscapedThrowable(failure));
  }
}
