package goku.rpc.grpc;

import goku.config.Key;
import java.nio.file.Path;

/// The TLS files for connections between roots and nodes, the same for both sides. Each side shows
/// its certificate and rejects one that the authority did not sign. Empty paths disable TLS. Files
/// are reloaded when they change.
///
/// @param certificate the certificate chain as PEM, beginning with the process' own certificate
/// @param key the private key as PEM, PKCS#8 without a password
/// @param ca the authority's certificates as PEM
public record RpcTls(
    @Key(value = "tls-certificate", doc = "PEM file of the certificate chain; empty for no TLS")
        Path certificate,
    @Key(value = "tls-key", doc = "PEM file (PKCS#8) of the private key; empty for no TLS")
        Path key,
    @Key(
            value = "tls-ca",
            doc = "PEM file of the authority that signs the certificates of all nodes and roots")
        Path ca) {

  /// @throws IllegalArgumentException if only some of the files are given
  public RpcTls {
    if (isSet(certificate) != isSet(key) || isSet(certificate) != isSet(ca)) {
      throw new IllegalArgumentException(
          "cannot use TLS between nodes: tls-certificate, tls-key or tls-ca is missing; give all"
              + " three");
    }
  }

  private static boolean isSet(Path path) {
    return !path.toString().isEmpty();
  }

  /// Returns whether TLS is used.
  boolean isSet() {
    return isSet(key);
  }

  IllegalArgumentException unusable(Exception cause) {
    return new IllegalArgumentException(
        ("cannot use tls-certificate=%s tls-key=%s tls-ca=%s: %s; all must be PEM, and"
                + " the key PKCS#8 without a password, as openssl pkcs8 -topk8 -nocrypt makes it")
            .formatted(certificate, key, ca, cause.getMessage()),
        cause);
  }
}
