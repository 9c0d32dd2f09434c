package goku.http;

import goku.config.Key;
import java.util.List;

/// What can be said of the public port besides its address.
///
/// @param basePath under which all paths are served too, `/sub`; empty for none
/// @param corsDomains origins that browsers may call from; `*` is all of them
public record HttpOptions(
    @Key(
            value = "base-path",
            doc = "serve every path below this one too, as in /sub/api/query; empty for none")
        String basePath,
    @Key(
            value = "cors-domains",
            doc = "origins that browsers may call from, * for all; none refuses OPTIONS")
        List<String> corsDomains,
    @Key(value = "", doc = "limits") HttpLimits limits,
    @Key(value = "", doc = "TLS and passwords") HttpSecurity security) {

  /// @throws IllegalArgumentException when the base path does not begin with a slash, or `*` is one
  ///   of several domains
  public HttpOptions {
    if (!basePath.isEmpty() && !basePath.startsWith("/")) {
      throw new IllegalArgumentException(
          "base-path " + basePath + " must begin with a slash: write /" + basePath);
    }
    while (basePath.endsWith("/")) {
      basePath = basePath.substring(0, basePath.length() - 1);
    }
    corsDomains = List.copyOf(corsDomains);
    if (corsDomains.size() > 1 && corsDomains.contains("*")) {
      throw new IllegalArgumentException(
          "cors-domains is * or a list of origins, not both: " + corsDomains);
    }
  }
}
