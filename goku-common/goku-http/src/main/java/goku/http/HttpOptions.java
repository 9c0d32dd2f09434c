package goku.http;

import goku.config.Key;
import java.util.List;

/// The settings of the public port besides its address.
///
/// @param basePath a second prefix for all paths, `/sub`; empty for none
/// @param hosts names by which clients may address the port; empty for loopback names while it is
///   bound to a loopback address, and any name otherwise; `*` allows all
/// @param corsDomains origins that browsers may call from; `*` allows all
/// @param jsonp whether answers can be calls of a function, which pages of all sites can read
/// @param methodOverride whether a parameter can replace the method of a GET
public record HttpOptions(
    @Key(
            value = "base-path",
            doc = "additional prefix of all paths, as in /sub/api/query; empty for none")
        String basePath,
    @Key(
            value = "hosts",
            doc =
                "names that clients may send in Host, besides localhost and addresses; * allows"
                    + " all. Empty allows no others while bound to loopback, and all otherwise")
        List<String> hosts,
    @Key(
            value = "cors-domains",
            doc = "allowed CORS origins; * allows all. Empty disables CORS (OPTIONS answers 405)")
        List<String> corsDomains,
    @Key(
            value = "jsonp",
            doc =
                "answer the parameter jsonp by a call of the function, so that pages of all sites"
                    + " can read answers; always when strict",
            byDefault = "false")
        boolean jsonp,
    @Key(
            value = "method-override",
            doc =
                "take the method of a GET from the parameter method_override, so that a link can"
                    + " write; always when strict",
            byDefault = "false")
        boolean methodOverride,
    @Key(value = "", doc = "limits") HttpLimits limits,
    @Key(value = "", doc = "TLS and passwords") HttpSecurity security) {

  /// @throws IllegalArgumentException if the base path does not begin with a slash, or `*` is one
  ///   of several domains
  public HttpOptions {
    if (!basePath.isEmpty() && !basePath.startsWith("/")) {
      throw new IllegalArgumentException(
          "base-path " + basePath + " must begin with a slash: write /" + basePath);
    }
    while (basePath.endsWith("/")) {
      basePath = basePath.substring(0, basePath.length() - 1);
    }
    hosts = List.copyOf(hosts);
    corsDomains = List.copyOf(corsDomains);
    if (corsDomains.size() > 1 && corsDomains.contains("*")) {
      throw new IllegalArgumentException(
          "cors-domains is * or a list of origins, not both: " + corsDomains);
    }
  }

  /// Returns these options with another number of connections.
  public HttpOptions withConnections(int limit) {
    return new HttpOptions(
        basePath,
        hosts,
        corsDomains,
        jsonp,
        methodOverride,
        limits.withConnections(limit),
        security);
  }

  /// Returns these options, with everything on that OpenTSDB has on if `strict` is true.
  public HttpOptions strictIf(boolean strict) {
    return new HttpOptions(
        basePath, hosts, corsDomains, jsonp || strict, methodOverride || strict, limits, security);
  }
}
