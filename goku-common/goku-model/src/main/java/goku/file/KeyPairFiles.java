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

/// The files of a certificate and its private key. While they are being replaced, one is newer than
/// the other. TLS loads such a pair and fails at each handshake, so the pair is checked here.
public final class KeyPairFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /// A text that the private key signs and the public key verifies. Its content does not matter.
  private static final byte[] PROBE = "a certificate and its key".getBytes(US_ASCII);

  private KeyPairFiles() {}

  /// Checks that the key belongs to the certificate.
  ///
  /// @param certificate certificate chain as PEM, the server's own certificate first
  /// @param key private key as PEM, PKCS#8 without a password
  /// @throws IllegalArgumentException when the two do not match or cannot be read
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
        throw new IllegalArgumentException("certificate and key do not match");
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException("certificate and key do not match: " + e.getMessage(), e);
    }
  }

  private static PrivateKey privateKey(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    Matcher pem = KEY.matcher(Files.readString(file));
    if (!pem.find()) {
      throw new IllegalArgumentException(
          "cannot read the key: not PKCS#8 as PEM without a password");
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
