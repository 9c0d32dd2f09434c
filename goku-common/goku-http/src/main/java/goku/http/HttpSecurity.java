package goku.http;

import goku.config.Key;
import java.nio.file.Path;

/// The TLS and password settings of the public port. Empty paths disable them.
///
/// @param tlsCertificate the chain as PEM, with the server's own certificate first
/// @param tlsKey its private key as PEM, PKCS#8 without a password
/// @param authFile the users of the port, as `AuthFile` reads them
public record HttpSecurity(
    @Key(value = "tls-certificate", doc = "PEM file of the certificate chain; empty disables TLS")
        Path tlsCertificate,
    @Key(value = "tls-key", doc = "PEM file (PKCS#8) of the private key; empty disables TLS")
        Path tlsKey,
    @Key(
            value = "auth-file",
            doc =
                "file of users and tokens that may use the port, with lines of goku password; empty"
                    + " disables authentication")
        Path authFile) {

  /// @throws IllegalArgumentException if only one of certificate and key is set
  public HttpSecurity {
    if (isSet(tlsCertificate) != isSet(tlsKey)) {
      throw new IllegalArgumentException("TLS needs both tls-certificate and tls-key: give both");
    }
  }

  public boolean hasTls() {
    return isSet(tlsKey);
  }

  public boolean hasUsers() {
    return isSet(authFile);
  }

  private static boolean isSet(Path path) {
    return !path.toString().isEmpty();
  }
}
