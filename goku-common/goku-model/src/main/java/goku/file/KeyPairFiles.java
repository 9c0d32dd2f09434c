package goku.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of a certificate and of its private key. When they are replaced one comes before the
/// other, and TLS takes any two, to fail at each handshake.
public final class KeyPairFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /// Any text: it is signed by the one and verified by the other.
  private static final byte[] PROBE = "a certificate and its key".getBytes(US_ASCII);

  private KeyPairFiles() {}

  /// Refuses a key that is not that of the certificate.
  ///
  /// @param certificate chain as PEM, the own one first
  /// @param key as PEM, PKCS#8 without a password
  /// @throws IllegalArgumentException when they do not belong together, or cannot be read
  public static void requirePair(Path certificate, Path key) {
    try (InputStream in = Files.newInputStream(certificate)) {
      PublicKey open =
          CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
      Signature signature = Signature.getInstance(algorithm(open));
      signature.initSign(privateKey(key, open.getAlgorithm()));
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(PROBE);
      if (!signature.verify(signed)) {
        throw new IllegalArgumentException("they do not belong together");
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException("they do not belong together: " + e.getMessage(), e);
    }
  }

  private static PrivateKey privateKey(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    Matcher pem = KEY.matcher(Files.readString(file));
    if (!pem.find()) {
      throw new IllegalArgumentException("the key is not PKCS#8 as PEM without a password");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  private static String algorithm(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }
}
