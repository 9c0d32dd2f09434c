package goku.cluster.session;

import goku.cluster.ClusterClient;
import goku.fault.TroubleLog;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A watch for the loss of this process' session in ZooKeeper: no answer for the session timeout.
/// The process then works with the settings that it knew last, so the loss is a doubt, not a
/// failure. Logs the begin and end, and shows the age of the loss as `goku.cluster.session.lost`.
/// Thread-safe.
public final class SessionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  private final LongSupplier nanoTime;
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "ZooKeeper session loss", "");

  /// When the session was lost. Guarded by this.
  private long lostNanos;

  /// Guarded by this.
  private boolean isLost;

  /// Creates a watch that lasts as long as the connection.
  public SessionWatch(ClusterClient cluster, MeterRegistry registry) {
    this(registry, System::nanoTime);
    cluster.curator().getConnectionStateListenable().addListener(this::become);
  }

  SessionWatch(MeterRegistry registry, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    TimeGauge.builder("goku.cluster.session.lost", this::lostFor, TimeUnit.SECONDS)
        .description("time since this process lost its session in ZooKeeper; 0 while it has one")
        .register(registry);
  }

  /// Returns a check that is ok, with a doubt while the session is lost.
  public synchronized Check check() {
    String doubt =
        isLost
            ? "session lost for %d s: changes of namespaces and blocked metrics do not arrive"
                .formatted(lostFor().longValue())
            : "";
    return new Check("zookeeper", true, doubt);
  }

  private void become(CuratorFramework curator, ConnectionState state) {
    become(state);
  }

  synchronized void become(ConnectionState state) {
    if (state == ConnectionState.LOST && !isLost) {
      isLost = true;
      lostNanos = nanoTime.getAsLong();
      trouble.begin(
          "no answer for the session timeout; this process keeps the last known settings", null);
    } else if (state.isConnected() && isLost) {
      isLost = false;
      trouble.end();
    }
  }

  private synchronized Number lostFor() {
    return isLost ? (nanoTime.getAsLong() - lostNanos) / 1e9 : 0.0;
  }
}
