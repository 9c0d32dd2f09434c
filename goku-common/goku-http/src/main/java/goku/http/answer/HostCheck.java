package goku.http.answer;

import goku.http.HttpError;
import goku.http.request.RequestHead;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The check of the header `Host` of a port. An attacker can let the name of a site point to
/// 127.0.0.1 (DNS rebinding). For the browser, a page of that site then has the origin of the
/// server on this machine, and may read and change everything. Only the name in `Host` differs.
/// Addresses need no name server, so they are always accepted. Immutable.
final class HostCheck {
  private static final String ANY = "*";
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");

  /// The names by which containers address this machine. Nobody can register names below
  /// `internal`.
  private static final Set<String> OF_CONTAINERS =
      Set.of("host.docker.internal", "host.containers.internal");

  private final Set<String> names = new HashSet<>();
  private final boolean any;

  /// @param bind the address of the port
  /// @param hosts the accepted names; `*` accepts all. Empty accepts only loopback names and `bind`
  ///   if `bind` is a loopback address, otherwise all
  HostCheck(String bind, List<String> hosts) {
    any = hosts.contains(ANY) || (hosts.isEmpty() && !isLoopback(bind));
    names.add(lower(bind));
    hosts.forEach(host -> names.add(lower(host)));
  }

  private static boolean isLoopback(String bind) {
    InetSocketAddress address = new InetSocketAddress(bind, 0);
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  /// @throws HttpError 403 if the client addresses the server by another name
  void check(RequestHead head) {
    String host = head.header("host");
    if (any || host.isEmpty()) { // browsers always send the header
      return;
    }
    String name = lower(PORT.matcher(host).replaceFirst(""));
    boolean local =
        name.equals("localhost") || name.endsWith(".localhost") || OF_CONTAINERS.contains(name);
    if (!local && !isAddress(name) && !names.contains(name)) {
      throw new HttpError(
          403,
          "cannot answer for Host '%s': add the name to http.hosts to allow it".formatted(name));
    }
  }

  private static boolean isAddress(String name) {
    return NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
