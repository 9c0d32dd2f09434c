package goku.standalone.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An exception with its causes, all of whose messages are one line each.
///
/// @param raw the exception with its own messages
record EscapedThrowable(IThrowableProxy raw) implements IThrowableProxy {
  @Override
  public @Nullable String getMessage() {
    return ControlCharacters.escaped(raw.getMessage());
  }

  @Override
  public @Nullable String getOverridingMessage() {
    return ControlCharacters.escaped(raw.getOverridingMessage());
  }

  @Override
  public String getClassName() {
    return raw.getClassName();
  }

  @Override
  public StackTraceElementProxy[] getStackTraceElementProxyArray() {
    return raw.getStackTraceElementProxyArray();
  }

  @Override
  public int getCommonFrames() {
    return raw.getCommonFrames();
  }

  @Override
  public @Nullable IThrowableProxy getCause() {
    IThrowableProxy cause = raw.getCause();
    return cause == null ? null : new EscapedThrowable(cause);
  }

  @Override
  public IThrowableProxy @Nullable [] getSuppressed() {
    IThrowableProxy[] suppressed = raw.getSuppressed();
    return suppressed == null
        ? null
        : Arrays.stream(suppressed).map(EscapedThrowable::new).toArray(IThrowableProxy[]::new);
  }

  @Override
  public boolean isCyclic() {
    return raw.isCyclic();
  }
}
