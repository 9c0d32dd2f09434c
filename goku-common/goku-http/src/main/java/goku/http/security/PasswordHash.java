package goku.http.security;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/// A hash of a password: PBKDF2 with HMAC-SHA-256, written as `pbkdf2-sha256:iterations:salt:hash`,
/// the latter two in Base64. Immutable.
public final class PasswordHash {
  /// The number recommended by OWASP for PBKDF2-HMAC-SHA256 as of 2023: about 0.2 s of one core.
  public static final int ITERATIONS = 600_000;

  private static final int MAX_ITERATIONS = 10_000_000;
  static final int MIN_ITERATIONS = 1_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final String NAME = "pbkdf2-sha256";

  private final int iterations;
  private final byte[] salt;
  private final byte[] hash;

  private PasswordHash(int iterations, byte[] salt, byte[] hash) {
    this.iterations = iterations;
    this.salt = salt;
    this.hash = hash;
  }

  /// Returns a hash of the password with a new salt.
  public static PasswordHash of(String password, int iterations, SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new PasswordHash(iterations, salt, derive(password, salt, iterations));
  }

  /// Parses the result of `text`.
  ///
  /// @throws IllegalArgumentException if it is invalid; the message does not repeat it
  static PasswordHash parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 4 || !parts[0].equals(NAME) || !parts[1].matches("\\d{1,8}")) {
      throw new IllegalArgumentException(
          "the password must be %s:iterations:salt:hash, as goku password prints it"
              .formatted(NAME));
    }
    int iterations = Integer.parseInt(parts[1]);
    if (iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS) {
      throw new IllegalArgumentException(
          "the iterations must be from %d to %d, not %d"
              .formatted(MIN_ITERATIONS, MAX_ITERATIONS, iterations));
    }
    byte[] salt = base64(parts[2]);
    byte[] hash = base64(parts[3]);
    if (salt.length < 8 || hash.length != HASH_BYTES) {
      throw new IllegalArgumentException(
          "the salt must have at least 8 bytes and the hash 32: make the line with goku password");
    }
    return new PasswordHash(iterations, salt, hash);
  }

  int iterations() {
    return iterations;
  }

  /// Returns whether it is the hash of this password, in constant time.
  boolean matches(String password) {
    return MessageDigest.isEqual(hash, derive(password, salt, iterations));
  }

  /// Returns the text for the file.
  public String text() {
    Base64.Encoder base64 = Base64.getEncoder();
    return String.join(
        ":",
        NAME,
        Integer.toString(iterations),
        base64.encodeToString(salt),
        base64.encodeToString(hash));
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) { // its message repeats some of the text
      throw new IllegalArgumentException("salt and hash must be in Base64");
    }
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, 8 * HASH_BYTES);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks PBKDF2WithHmacSHA256", e);
    } finally {
      spec.clearPassword();
    }
  }
}
