package goku.http;

import goku.config.Key;
import java.nio.file.Path;

/// TLS and passwords of the public port. Paths are empty for none.
///
/// @param tlsCertificate the chain as PEM, the server's own certificate first
/// @param tlsKey its private key as PEM, PKCS#8 without a password
/// @param authFile who may use the port, as `AuthFile` reads it
public record HttpSecurity(
    @Key(value = "tls-certificate", doc = "PEM file of the certificate chain; empty for no TLS")
        Path tlsCertificate,
    @Key(value = "tls-key", doc = "PEM file (PKCS#8) of the private key; empty for no TLS")
        Path tlsKey,
    @Key(
            value = "auth-file",
            doc =
                "file of users and tokens that may use the port, lines from goku password; empty"
                    + " lets everybody in")
        Path authFile) {

  /// @throws IllegalArgumentException when only one of certificate and key is there
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
