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

/// A ZooKeeper server in this process, on a loopback port that changes at every start unless given.
/// It recovers from a kill by itself, because it syncs transactions before it answers.
///
/// [#start] and [#close] belong to one thread.
public final class EmbeddedZooKeeper implements AutoCloseable {
  /// The tick, which is also the smallest session timeout of clients. A dead node is noticed that
  /// soon.
  private static final int TICK_MILLIS = 1000;

  private static final int MAX_CONNECTIONS_PER_CLIENT = 500;

  /// The step in which the transaction log grows. The default is 64 MiB, for a few KiB of data.
  private static final long LOG_GROWTH_BYTES = 1L << 20;

  private static final int SNAPSHOTS_KEPT = 3;
  private static final int PURGE_EVERY_HOURS = 1;

  private final File directory;
  private final int port;
  private @Nullable ServerCnxnFactory connections;
  private @Nullable DatadirCleanupManager cleanup;

  /// @param directory existing directory that holds only this server's files
  public EmbeddedZooKeeper(Path directory) {
    this(directory, 0);
  }

  /// @param port fixed port; 0 for any free port
  public EmbeddedZooKeeper(Path directory, int port) {
    this.directory = directory.toFile();
    this.port = port;
  }

  /// Starts the server and returns when it serves clients. Throws a [StartupProblem] on failure.
  public void start() {
    try {
      TransactionLogs.requireWhole(directory.toPath());
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
          "cannot start ZooKeeper with data in %s: %s".formatted(directory, failed.getMessage()),
          failed);
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new StartupProblem("cannot start ZooKeeper: interrupted", interrupted);
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
