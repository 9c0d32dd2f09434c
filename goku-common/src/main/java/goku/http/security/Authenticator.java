package goku.http.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Checks passwords and tokens. A password that was right is remembered by a keyed hash, for PBKDF2
/// takes tenths of a second on purpose and clients send theirs with every request. Thread-safe;
/// blocks for as long as PBKDF2 takes.
public final class Authenticator {
  private static final String HMAC = "HmacSHA256";

  /// Enough to tell the tokens of a file apart.
  private static final int TOKEN_ID_BYTES = 8;

  private final AuthFile file;
  private final PasswordHash nobody;
  private final byte[] key = new byte[32];
  private final Map<String, byte[]> known = new ConcurrentHashMap<>();

  /// Leaves other work its share of the processors, however many passwords are tried.
  private final Semaphore derivations =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  /// Reads the file once.
  ///
  /// @throws IllegalArgumentException when a line of it is wrong
  /// @throws java.io.UncheckedIOException when it cannot be read
  public Authenticator(Path path) {
    SecureRandom random = new SecureRandom();
    this.file = AuthFile.read(path);
    this.nobody = PasswordHash.of("", file.iterations(), random);
    random.nextBytes(key);
  }

  /// What a 401 says in `WWW-Authenticate`.
  public String challenge() {
    List<String> ways = new ArrayList<>();
    if (!file.users().isEmpty()) {
      ways.add("Basic realm=\"goku\", charset=\"UTF-8\"");
    }
    if (!file.tokens().isEmpty()) {
      ways.add("Bearer realm=\"goku\"");
    }
    return String.join(", ", ways);
  }

  /// Whom the value of an `Authorization` header lets in: a name of the file, or `token:` and the
  /// begin of the token's SHA-256, which is no name; empty when it lets nobody in.
  public Optional<String> user(String authorization) throws InterruptedException {
    int space = authorization.indexOf(' ');
    if (space < 0) {
      return Optional.empty();
    }
    String credentials = authorization.substring(space + 1).strip();
    return switch (authorization.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "basic" -> basicUser(credentials);
      case "bearer" -> tokenHolder(credentials);
      default -> Optional.empty();
    };
  }

  /// Whether the user has this password.
  public boolean allows(String user, String password) throws InterruptedException {
    byte[] digest = keyed(password);
    byte[] right = known.get(user);
    if (right != null && MessageDigest.isEqual(right, digest)) {
      return true;
    }
    derivations.acquire();
    try {
      // an unknown user takes as long, so as not to tell who exists
      PasswordHash hash = file.users().getOrDefault(user, nobody);
      if (!hash.matches(password) || hash == nobody) {
        return false;
      }
    } finally {
      derivations.release();
    }
    known.put(user, digest);
    return true;
  }

  private Optional<String> basicUser(String credentials) throws InterruptedException {
    String plain;
    try {
      plain = new String(Base64.getDecoder().decode(credentials), UTF_8);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    int colon = plain.indexOf(':');
    return colon >= 0 && allows(plain.substring(0, colon), plain.substring(colon + 1))
        ? Optional.of(plain.substring(0, colon))
        : Optional.empty();
  }

  private Optional<String> tokenHolder(String token) {
    byte[] digest = sha256(token.getBytes(UTF_8));
    boolean found = false;
    for (byte[] allowed : file.tokens()) {
      found |= MessageDigest.isEqual(allowed, digest);
    }
    return found
        ? Optional.of("token:" + HexFormat.of().formatHex(digest, 0, TOKEN_ID_BYTES))
        : Optional.empty();
  }

  private byte[] keyed(String password) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(password.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks " + HMAC, e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks SHA-256", e);
    }
  }
}
