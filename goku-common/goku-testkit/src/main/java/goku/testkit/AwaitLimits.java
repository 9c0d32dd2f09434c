package goku.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// The limits of `Awaitility.await()` in all tests.
public final class AwaitLimits implements LauncherSessionListener {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(HangLimits.STEP);
    Awaitility.setDefaultPollInterval(POLL_INTERVAL);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
  }
}
