package goku.embedded;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.jspecify.annotations.Nullable;

/// One ZooKeeper server in this process, on a port of the loopback that is another one at every
/// start unless one is given. Recovers from a kill by itself: transactions are synced before they
/// are answered.
///
/// [#start] and [#close] belong to one thread.
public final class EmbeddedZooKeeper implements AutoCloseable {
  /// Smallest session timeout that a client may ask for is one tick; a dead node is missed that
  /// soon.
  private static final int TICK_MILLIS = 1000;

  private static final int MAX_CONNECTIONS_PER_CLIENT = 500;

  /// The transaction log grows in such steps; 64 MiB by default, for a few KiB of data.
  private static final long LOG_GROWTH_BYTES = 1L << 20;

  private static final int SNAPSHOTS_KEPT = 3;
  private static final int PURGE_EVERY_HOURS = 1;

  private final File directory;
  private final int port;
  private @Nullable ServerCnxnFactory connections;
  private @Nullable DatadirCleanupManager cleanup;

  /// @param directory exists; holds nothing but this server's files
  public EmbeddedZooKeeper(Path directory) {
    this(directory, 0);
  }

  /// @param port the same at every start; 0 for any free one
  public EmbeddedZooKeeper(Path directory, int port) {
    this.directory = directory.toFile();
    this.port = port;
  }

  /// Returns when clients are served. Throws a [StartupProblem] when the server cannot start.
  public void start() {
    try {
      FileTxnLog.setPreallocSize(LOG_GROWTH_BYTES);
      ZooKeeperServer server = new ZooKeeperServer(directory, directory, TICK_MILLIS);
      server.setMinSessionTimeout(TICK_MILLIS);
      connections =
          ServerCnxnFactory.createFactory(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
              MAX_CONNECTIONS_PER_CLIENT);
      connections.startup(server);
      cleanup = new DatadirCleanupManager(directory, directory, SNAPSHOTS_KEPT, PURGE_EVERY_HOURS);
      cleanup.start();
    } catch (IOException failed) {
      close();
      throw new StartupProblem(
          "ZooKeeper did not start with data in %s: %s".formatted(directory, failed.getMessage()),
          failed);
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new StartupProblem("interrupted while ZooKeeper started", interrupted);
    }
  }

  public String connectString() {
    if (connections == null) {
      throw new IllegalStateException("ZooKeeper is not running");
    }
    return "127.0.0.1:" + connections.getLocalPort();
  }

  @Override
  public void close() {
    if (cleanup != null) {
      cleanup.shutdown();
      cleanup = null;
    }
    if (connections != null) {
      connections.shutdown();
      connections = null;
    }
  }
}
