package goku.http.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.eventloop.EventLoop;
import goku.http.access.Caller;
import goku.http.security.AuthFile.Token;
import goku.http.security.AuthFile.User;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The check of passwords and tokens by the current auth file. A correct password is cached by a
/// keyed hash, because PBKDF2 takes tenths of a second by design, and clients send their password
/// with every request. Thread-safe. Blocks for as long as PBKDF2 takes.
public final class Authenticator {
  private static final String HMAC = "HmacSHA256";

  /// The longest wait for the check of a password.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final SecureRandom random = new SecureRandom();
  private final byte[] key = new byte[32];

  /// The cache by the text of the hash, so that a changed password is no longer known.
  private final Map<String, byte[]> known = new ConcurrentHashMap<>();

  /// Bounds the processors used for hashing, however many passwords are tried.
  private final PasswordQueue queue;

  private volatile Users inForce;

  /// @param nobody the hash with which the password of an unknown user is compared
  private record Users(AuthFile file, PasswordHash nobody) {}

  /// Reads the file.
  ///
  /// @param mostChecks the largest number of passwords that are checked or wait for their check
  /// @throws IllegalArgumentException if a line is invalid
  /// @throws java.io.UncheckedIOException if the file cannot be read
  public Authenticator(Path path, int mostChecks) {
    random.nextBytes(key);
    int parallel = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    queue = new PasswordQueue(parallel, mostChecks, PATIENCE);
    AuthFile file = AuthFile.read(path);
    inForce = new Users(file, PasswordHash.of("", file.iterations(), random));
  }

  /// Puts a new content of the file in force, at once and also for logged-in callers.
  ///
  /// @throws IllegalArgumentException if a line is invalid; the old content then stays
  public void use(Path path, byte[] content) {
    AuthFile file = AuthFile.parse(path, content);
    PasswordHash nobody = inForce.nobody();
    boolean asSlow = nobody.iterations() == file.iterations();
    inForce = new Users(file, asSlow ? nobody : PasswordHash.of("", file.iterations(), random));
    Set<String> hashes =
        file.users().values().stream()
            .map(user -> user.password().text())
            .collect(Collectors.toSet());
    known.keySet().retainAll(hashes);
  }

  /// Returns the value of `WWW-Authenticate` of a 401.
  public String challenge() {
    AuthFile file = inForce.file();
    List<String> ways = new ArrayList<>();
    if (!file.users().isEmpty()) {
      ways.add("Basic realm=\"goku\", charset=\"UTF-8\"");
    }
    if (!file.tokens().isEmpty()) {
      ways.add("Bearer realm=\"goku\"");
    }
    return String.join(", ", ways);
  }

  /// Returns the caller of an `Authorization` header; empty if it is invalid.
  ///
  /// @param remote the address of the client, `/host:port`
  /// @throws goku.http.HttpError 503 if too many passwords are being checked
  public Optional<Caller> caller(String authorization, String remote) throws InterruptedException {
    int space = authorization.indexOf(' ');
    if (space < 0) {
      return Optional.empty();
    }
    String credentials = authorization.substring(space + 1).strip();
    return switch (authorization.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "basic" -> basicUser(credentials, host(remote));
      case "bearer" -> holder(sha256(credentials));
      default -> Optional.empty();
    };
  }

  /// Returns a lasting login; empty if the credentials are invalid.
  ///
  /// @param user a name, or `token` if the password is a bearer token
  /// @param remote the address of the client, `/host:port`
  /// @throws goku.http.HttpError 503 if too many passwords are being checked
  Optional<Login> login(String user, String password, String remote) throws InterruptedException {
    if (user.equals(AuthFile.TOKEN)) {
      byte[] digest = sha256(password);
      return holder(digest).map(_ -> () -> holder(digest));
    }
    User found = userWith(user, password, host(remote));
    return found == null ? Optional.empty() : Optional.of(() -> still(user, found.password()));
  }

  private Optional<Caller> still(String name, PasswordHash shown) {
    User user = inForce.file().users().get(name);
    return user != null && user.password().text().equals(shown.text())
        ? Optional.of(user.caller())
        : Optional.empty();
  }

  private static String host(String remote) {
    int port = remote.lastIndexOf(':');
    return port < 0 ? remote : remote.substring(0, port);
  }

  private Optional<Caller> basicUser(String credentials, String host) throws InterruptedException {
    String plain;
    try {
      plain = new String(Base64.getDecoder().decode(credentials), UTF_8);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    int colon = plain.indexOf(':');
    if (colon < 0) {
      return Optional.empty();
    }
    return Optional.ofNullable(
            userWith(plain.substring(0, colon), plain.substring(colon + 1), host))
        .map(User::caller);
  }

  /// Returns the user with this name and password, or null. A password that is cached does not
  /// wait.
  private @Nullable User userWith(String name, String password, String host)
      throws InterruptedException {
    Users users = inForce;
    User user = users.file().users().get(name);
    byte[] digest = keyed(password);
    if (isKnown(user, digest)) {
      return user;
    }
    EventLoop.leave();
    boolean right = queue.check(host, () -> isRight(users, user, password, digest));
    return right ? user : null;
  }

  private boolean isRight(Users users, @Nullable User user, String password, byte[] digest) {
    if (isKnown(user, digest)) { // an equal request was checked while this one waited
      return true;
    }
    // an unknown user takes as long, which hides which users exist
    PasswordHash hash = user == null ? users.nobody() : user.password();
    if (!hash.matches(password) || user == null) {
      return false;
    }
    known.put(user.password().text(), digest);
    return true;
  }

  private boolean isKnown(@Nullable User user, byte[] digest) {
    byte[] right = user == null ? null : known.get(user.password().text());
    return right != null && MessageDigest.isEqual(right, digest);
  }

  private Optional<Caller> holder(byte[] digest) {
    Caller found = null;
    for (Token token : inForce.file().tokens()) {
      if (MessageDigest.isEqual(token.sha256(), digest)) {
        found = token.caller();
      }
    }
    return Optional.ofNullable(found);
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

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks SHA-256", e);
    }
  }
}
