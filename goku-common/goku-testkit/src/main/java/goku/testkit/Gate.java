package goku.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP proxy that can be shut, for example as the only connection of a node to ZooKeeper. While
/// shut, the node appears dead to all others: it does not log off, and its session times out.
/// Thread-safe.
public final class Gate implements AutoCloseable {
  private volatile int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean shut;

  /// Creates an open gate.
  ///
  /// @param target the port of the server on this machine
  public Gate(int target) {
    this.target = target;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /// Returns the address for clients, `host:port`.
  public String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /// Closes all connections, and every new one.
  public void shut() {
    shut = true;
    open.forEach(Gate::drop);
  }

  public void reopen() {
    shut = false;
  }

  /// Reopens after the server has moved to another port.
  public void reopen(int port) {
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
        // the server is unavailable, or the gate was closed
      }
    }
  }

  private void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException ended) {
      // connections end
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
      // already closed
    }
  }

  @Override
  public void close() {
    shut();
    try {
      server.close();
    } catch (IOException alreadyGone) {
      // already closed
    }
  }
}
