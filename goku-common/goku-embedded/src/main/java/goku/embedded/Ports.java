package goku.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/// The checks of TCP ports before a server binds them. A result may be outdated a moment later, so
/// the servers still report a failed bind themselves.
public final class Ports {
  private static final int FIRST = 10_000;
  private static final int BEYOND = 15_000;
  private static final int TRIES = 100;

  private Ports() {}

  /// Throws a [StartupProblem] unless the port can be bound now.
  ///
  /// @param setting key that sets the port, for the message; for example `kafka.port`
  public static void requireFree(String host, int port, String setting) {
    try {
      bind(host, port).close();
    } catch (UnknownHostException unknown) {
      throw new StartupProblem(
          "cannot listen on %s: the name is unknown on this machine; use an address of this machine"
              .formatted(host),
          unknown);
    } catch (BindException inUse) {
      throw new StartupProblem(refusal(host, port, setting, inUse), inUse);
    } catch (IOException failed) {
      throw new StartupProblem(
          "cannot listen on port %d of %s: %s; choose another port with --%s"
              .formatted(port, host, failed.getMessage(), setting),
          failed);
    }
  }

  /// Throws a [StartupProblem] if two settings name the same port. Two of 0 are different ports.
  public static void requireDifferent(String setting, int port, String other, int otherPort) {
    if (port == otherPort && port != 0) {
      throw new StartupProblem(
          "--%s and --%s are both %d: choose another port for one of them"
              .formatted(setting, other, port));
    }
  }

  /// Returns a port of the address that is free at this moment. A server may bind it seconds later.
  /// So it is below the ports that the system assigns to connections, if there is a free one: a
  /// connection could take it meanwhile.
  static int anyFree(String host) {
    for (int tried = 0; tried < TRIES; tried++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, BEYOND);
      if (isFree(host, port)) {
        return port;
      }
    }
    try (ServerSocket socket = bind(host, 0)) {
      return socket.getLocalPort();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot find a free port on " + host, failed);
    }
  }

  private static boolean isFree(String host, int port) {
    try {
      bind(host, port).close();
      return true;
    } catch (IOException inUse) {
      return false;
    }
  }

  private static ServerSocket bind(String host, int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return socket;
    } catch (IOException failed) {
      socket.close();
      throw failed;
    }
  }

  private static String refusal(String host, int port, String setting, BindException why) {
    String reason = String.valueOf(why.getMessage());
    if (reason.contains("in use")) {
      return "cannot listen on port %d of %s: it is in use; stop the process that listens there, or choose another port with --%s"
          .formatted(port, host, setting);
    }
    return "cannot listen on port %d of %s: %s; use an address of this machine, and a port above 1023 with --%s"
        .formatted(port, host, reason, setting);
  }
}
