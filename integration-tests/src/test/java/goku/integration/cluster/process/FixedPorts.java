package goku.integration.cluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for servers that come back under the same address. They lie below those that the system
/// hands out to connections, one of which could otherwise take the port of a server while it is
/// down.
final class FixedPorts {
  private static final int FIRST = 15_000;
  private static final int BEYOND = 32_000;

  private int next = ThreadLocalRandom.current().nextInt(FIRST, BEYOND - 1000);

  /// A port that nobody listens on now, and that was not given before.
  int next() {
    while (next < BEYOND) {
      int port = next++;
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port below " + BEYOND);
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}
