package goku.rpc.grpc;

import goku.config.Key;
import java.nio.file.Path;

/// TLS between root and nodes, the same for both sides: each shows its certificate, and refuses one
/// that the authority did not sign. Paths are empty for none; the files are followed.
///
/// @param certificate the chain as PEM, the process's own certificate first
/// @param key its private key as PEM, PKCS#8 without a password
/// @param ca certificates of the authority as PEM
public record RpcTls(
    @Key(value = "tls-certificate", doc = "PEM file of the certificate chain; empty for no TLS")
        Path certificate,
    @Key(value = "tls-key", doc = "PEM file (PKCS#8) of the private key; empty for no TLS")
        Path key,
    @Key(
            value = "tls-ca",
            doc = "PEM file of the authority that signs the certificates of all nodes and roots")
        Path ca) {

  /// @throws IllegalArgumentException when only some of the files are there
  public RpcTls {
    if (isSet(certificate) != isSet(key) || isSet(certificate) != isSet(ca)) {
      throw new IllegalArgumentException(
          "TLS between nodes needs tls-certificate, tls-key and tls-ca: give all three");
    }
  }

  private static boolean isSet(Path path) {
    return !path.toString().isEmpty();
  }

  /// Whether there is TLS.
  boolean isSet() {
    return isSet(key);
  }

  IllegalArgumentException unusable(Exception cause) {
    return new IllegalArgumentException(
        ("cannot use tls-certificate %s with tls-key %s and tls-ca %s (%s): all must be PEM, and"
                + " the key PKCS#8 without a password, as openssl pkcs8 -topk8 -nocrypt makes it")
            .formatted(certificate, key, ca, cause.getMessage()),
        cause);
  }
}
