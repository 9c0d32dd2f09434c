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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Checks passwords and tokens by the auth file in force. A password that was right is remembered
/// by a keyed hash, for PBKDF2 takes tenths of a second on purpose and clients send theirs with
/// every request. Thread-safe; blocks for as long as PBKDF2 takes.
public final class Authenticator {
  private static final String HMAC = "HmacSHA256";

  private final SecureRandom random = new SecureRandom();
  private final byte[] key = new byte[32];

  /// By the text of the hash, so that a password which is changed is not known any more.
  private final Map<String, byte[]> known = new ConcurrentHashMap<>();

  /// Leaves other work its share of the processors, however many passwords are tried.
  private final Semaphore derivations =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  private volatile Users inForce;

  /// @param nobody what the password of an unknown user is compared with
  private record Users(AuthFile file, PasswordHash nobody) {}

  /// Reads the file.
  ///
  /// @throws IllegalArgumentException when a line of it is wrong
  /// @throws java.io.UncheckedIOException when it cannot be read
  public Authenticator(Path path) {
    random.nextBytes(key);
    AuthFile file = AuthFile.read(path);
    inForce = new Users(file, PasswordHash.of("", file.iterations(), random));
  }

  /// Puts another content of the file into force, at once for all who are logged in too.
  ///
  /// @throws IllegalArgumentException when a line of it is wrong; then the old one stays
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

  /// What a 401 says in `WWW-Authenticate`.
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

  /// Whom the value of an `Authorization` header lets in; empty when it lets nobody in.
  public Optional<Caller> caller(String authorization) throws InterruptedException {
    int space = authorization.indexOf(' ');
    if (space < 0) {
      return Optional.empty();
    }
    String credentials = authorization.substring(space + 1).strip();
    return switch (authorization.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "basic" -> basicUser(credentials);
      case "bearer" -> holder(sha256(credentials));
      default -> Optional.empty();
    };
  }

  /// A login that lasts; empty when it lets nobody in.
  ///
  /// @param user or `token`, whose password is a bearer token
  Optional<Login> login(String user, String password) throws InterruptedException {
    if (user.equals(AuthFile.TOKEN)) {
      byte[] digest = sha256(password);
      return holder(digest).map(_ -> () -> holder(digest));
    }
    User found = userWith(user, password);
    return found == null ? Optional.empty() : Optional.of(() -> still(user, found.password()));
  }

  private Optional<Caller> still(String name, PasswordHash shown) {
    User user = inForce.file().users().get(name);
    return user != null && user.password().text().equals(shown.text())
        ? Optional.of(user.caller())
        : Optional.empty();
  }

  private Optional<Caller> basicUser(String credentials) throws InterruptedException {
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
    return Optional.ofNullable(userWith(plain.substring(0, colon), plain.substring(colon + 1)))
        .map(User::caller);
  }

  /// The user with this name and password; null if there is none.
  private @Nullable User userWith(String name, String password) throws InterruptedException {
    Users users = inForce;
    User user = users.file().users().get(name);
    byte[] digest = keyed(password);
    byte[] right = user == null ? null : known.get(user.password().text());
    if (user != null && right != null && MessageDigest.isEqual(right, digest)) {
      return user;
    }
    EventLoop.leave();
    derivations.acquire();
    try {
      // an unknown user takes as long, so as not to tell who exists
      PasswordHash hash = user == null ? users.nobody() : user.password();
      if (!hash.matches(password) || user == null) {
        return null;
      }
    } finally {
      derivations.release();
    }
    known.put(user.password().text(), digest);
    return user;
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
