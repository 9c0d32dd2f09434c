package goku.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/// Asks the operating system about TCP ports before a server wants one. An answer may be outdated a
/// moment later, so the servers still report a failed bind themselves.
public final class Ports {
  private Ports() {}

  /// Throws a [StartupProblem] unless the port can be bound now.
  ///
  /// @param setting the key that chooses the port, for the message; for example `kafka.port`
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

  /// A port of the address that nobody listens on at this moment.
  static int anyFree(String host) {
    try (ServerSocket socket = bind(host, 0)) {
      return socket.getLocalPort();
    } catch (IOException failed) {
      throw new UncheckedIOException("no free port on " + host, failed);
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
      return "port %d on %s is in use: stop the process that listens there, or choose another port with --%s"
          .formatted(port, host, setting);
    }
    return "cannot listen on port %d of %s (%s): use an address of this machine, and a port above 1023 chosen with --%s"
        .formatted(port, host, reason, setting);
  }
}
