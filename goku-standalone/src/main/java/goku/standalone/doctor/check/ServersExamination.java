package goku.standalone.doctor.check;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

/// A check that remote servers accept connections.
///
/// @param subject the name of the servers
/// @param key the setting with their addresses
/// @param servers `host:port`, separated by commas; paths are ignored
public record ServersExamination(String subject, String key, String servers)
    implements Examination {
  private static final int CONNECT_MILLIS = 3_000;

  /// Returns the check of a URL's server.
  public static ServersExamination of(String subject, String key, URI url) {
    int port = url.getPort() >= 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
    return new ServersExamination(subject, key, url.getHost() + ":" + port);
  }

  @Override
  public List<Finding> examine() {
    List<String> all =
        Arrays.stream(servers.replaceFirst("/.*", "").split(",", -1)).map(String::strip).toList();
    List<Finding> refused =
        all.stream().filter(server -> !isReachable(server)).map(this::away).toList();
    return refused.isEmpty() ? List.of(Finding.ok(subject, servers + " can be reached")) : refused;
  }

  private Finding away(String server) {
    return Finding.fail(
        subject,
        server + " cannot be reached",
        "check %s, that it runs, its name in DNS, and the firewall between".formatted(key));
  }

  private static boolean isReachable(String server) {
    int colon = server.lastIndexOf(':');
    if (colon < 1) {
      return false;
    }
    try (Socket socket = new Socket()) {
      int port = Integer.parseInt(server.substring(colon + 1));
      String host = server.substring(0, colon).replaceAll("[\\[\\]]", "");
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return true;
    } catch (IOException | IllegalArgumentException away) {
      return false;
    }
  }
}
