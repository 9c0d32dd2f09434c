package goku.http.connection;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/// The address of a client as owner of what it makes the server hold, until its user is known.
final class RemoteAddress {
  private RemoteAddress() {}

  /// Returns the owner, which is the same for all ports of a client.
  static String ownerAt(@Nullable SocketAddress remote) {
    return remote instanceof InetSocketAddress known && known.getAddress() != null
        ? "address " + known.getAddress().getHostAddress()
        : "address unknown";
  }
}
