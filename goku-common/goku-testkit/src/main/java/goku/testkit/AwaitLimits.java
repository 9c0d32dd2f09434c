package goku.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// The limits of `Awaitility.await()` in all tests. The timeout ends a test that hangs. It is not a
/// requirement, so it is longer than any condition takes on a busy machine.
public final class AwaitLimits implements LauncherSessionListener {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(TIMEOUT);
    Awaitility.setDefaultPollInterval(POLL_INTERVAL);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
  }
}
