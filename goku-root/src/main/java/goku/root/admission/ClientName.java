package goku.root.admission;

import goku.http.HttpRequest;

/// The name under which the requests of one client are counted.
final class ClientName {
  private static final int NETWORK_GROUPS = 4;

  private ClientName() {}

  /// Returns the user if the server requires authentication, otherwise the address without the
  /// port. An IPv6 address is cut to its /64 network, because a host can use any of its 2^64
  /// addresses. Proxy headers are ignored because any client can forge them.
  static String of(HttpRequest request) {
    return request.user() != null ? "user " + request.user() : network(request.remote());
  }

  /// Returns the IPv4 address or the IPv6 network.
  ///
  /// @param remote an address as Java prints it: `/10.0.0.1:5000`, `/[2001:db8:0:0:0:0:0:1]:5000`
  private static String network(String remote) {
    String address = remote.substring(remote.lastIndexOf('/') + 1);
    if (address.startsWith("[")) {
      String[] groups = address.substring(1).split(":", NETWORK_GROUPS + 1);
      return groups.length > NETWORK_GROUPS
          ? String.join(":", groups[0], groups[1], groups[2], groups[3]) + "::/64"
          : address;
    }
    int port = address.lastIndexOf(':');
    return port < 0 ? address : address.substring(0, port);
  }
}
