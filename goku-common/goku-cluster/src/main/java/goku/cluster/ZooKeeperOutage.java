package goku.cluster;

import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.KeeperException.OperationTimeoutException;
import org.apache.zookeeper.KeeperException.SessionExpiredException;
import org.jspecify.annotations.Nullable;

/// The failures that only say that ZooKeeper is unavailable. `SessionWatch` logs the begin and the
/// end of an outage once for the process, so the followers of entries do not log these.
public final class ZooKeeperOutage {
  private ZooKeeperOutage() {}

  /// Returns whether the failure, or one of its causes, is an outage of ZooKeeper.
  public static boolean isCauseOf(Throwable failure) {
    for (@Nullable Throwable next = failure; next != null; next = next.getCause()) {
      if (next instanceof ConnectionLossException
          || next instanceof SessionExpiredException
          || next instanceof OperationTimeoutException) {
        return true;
      }
    }
    return false;
  }
}
