package goku.http.access;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The sender of a request or line, with its permissions. The thread that works for a request knows
/// its caller, so that code that finds out the namespace can check it. Code without a request, such
/// as the consumer of Kafka, works for `ANYBODY`.
///
/// @param name the name in the auth file, or `token:` and the start of the token's SHA-256; null
///   without authentication
public record Caller(@Nullable String name, Grant grant) {
  /// The caller of a port without an auth file.
  public static final Caller ANYBODY = new Caller(null, Grant.ALL);

  /// An unauthenticated caller of a port with an auth file.
  public static final Caller NOBODY = new Caller(null, Grant.NONE);

  private static final ScopedValue<Caller> CURRENT = ScopedValue.newInstance();

  /// Returns the caller for whom this thread works.
  public static Caller current() {
    return CURRENT.isBound() ? CURRENT.get() : ANYBODY;
  }

  /// Calls the work on behalf of this caller.
  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }

  /// Runs the work on behalf of this caller.
  public void run(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  /// Returns the name under which the caller owns what it makes the server hold; empty for a caller
  /// without a name, whose address owns it.
  public Optional<String> owner() {
    return Optional.ofNullable(name).map(known -> "user " + known);
  }

  public boolean has(Role role) {
    return grant.roles().contains(role);
  }

  /// Returns whether the caller may read the namespace.
  public boolean reads(String namespace) {
    return has(Role.READ) && grant.reaches(namespace);
  }

  /// Returns whether the caller may write the namespace.
  public boolean writes(String namespace) {
    return has(Role.WRITE) && grant.reaches(namespace);
  }

  /// Returns why the caller may not use a route; empty if it may.
  public Optional<String> denied(Need need) {
    return switch (need) {
      case NOTHING, LOGIN -> Optional.empty();
      case WHOLE -> limited();
      case READ -> without(Role.READ);
      case WRITE -> without(Role.WRITE);
      case METRICS -> has(Role.ADMIN) ? Optional.empty() : without(Role.METRICS);
      case ADMIN -> without(Role.ADMIN);
    };
  }

  private Optional<String> limited() {
    if (equals(NOBODY)) {
      return Optional.of("it is not open to everybody");
    }
    return grant.isLimited()
        ? Optional.of("it is not for users and tokens of some namespaces (namespaces=)")
        : Optional.empty();
  }

  private Optional<String> without(Role role) {
    return has(role)
        ? Optional.empty()
        : Optional.of("it needs the role " + role.word() + " (roles= in the auth file)");
  }
}
