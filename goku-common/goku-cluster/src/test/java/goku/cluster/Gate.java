package goku.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The only way of a node to ZooKeeper. Shut, the node is as good as dead for all others: nobody
/// says good-bye, and its session ends when it times out.
final class Gate implements AutoCloseable {
  private volatile int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean shut;

  Gate(int target) {
    this.target = target;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  void shut() {
    shut = true;
    open.forEach(Gate::drop);
  }

  void reopen() {
    shut = false;
  }

  /// ZooKeeper may be at another port now.
  void reopen(int port) {
    target = port;
    reopen();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket from = server.accept();
        if (shut) {
          drop(from);
          continue;
        }
        var to = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(from);
        open.add(to);
        Thread.ofVirtual().start(() -> copy(from, to));
        Thread.ofVirtual().start(() -> copy(to, from));
      } catch (IOException refused) {
        // ZooKeeper is away, or the gate was closed
      }
    }
  }

  private void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException ended) {
      // as connections do
    } finally {
      drop(from);
      drop(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private static void drop(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // is what was wanted
    }
  }

  @Override
  public void close() {
    shut();
    try {
      server.close();
    } catch (IOException alreadyGone) {
      // is what was wanted
    }
  }
}
