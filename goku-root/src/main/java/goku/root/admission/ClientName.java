package goku.root.admission;

import goku.http.HttpRequest;

/// Who counts as one client.
final class ClientName {
  private static final int NETWORK_GROUPS = 4;

  private ClientName() {}

  /// The user where the server asks for one; else the address, without the port. Of an IPv6 address
  /// the network, of which a host has 2^64 addresses to choose from. What a proxy writes into the
  /// headers is not believed, as anybody can write it.
  static String of(HttpRequest request) {
    return request.user() != null ? "user " + request.user() : network(request.remote());
  }

  /// @param remote as Java writes socket addresses: `/10.0.0.1:5000`,
  ///   `/[2001:db8:0:0:0:0:0:1]:5000`
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
