package goku.http.access;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who asks for something, and what they may. The thread that works for a request or a line knows
/// its caller, so that whoever finds out which namespace it is about can ask; code that works for
/// no request, such as what reads Kafka, works for `ANYBODY`.
///
/// @param name of the auth file, or `token:` and the begin of the token's SHA-256; null where
///   nobody has to say who they are
public record Caller(@Nullable String name, Grant grant) {
  /// Who uses a port without an auth file.
  public static final Caller ANYBODY = new Caller(null, Grant.ALL);

  /// Who has not said who they are, where others have to.
  public static final Caller NOBODY = new Caller(null, Grant.NONE);

  private static final ScopedValue<Caller> CURRENT = ScopedValue.newInstance();

  /// For whom this thread works.
  public static Caller current() {
    return CURRENT.isBound() ? CURRENT.get() : ANYBODY;
  }

  /// Does work for this caller.
  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }

  /// Does work for this caller.
  public void run(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  public boolean has(Role role) {
    return grant.roles().contains(role);
  }

  /// Whether the namespace is theirs to read.
  public boolean reads(String namespace) {
    return has(Role.READ) && grant.reaches(namespace);
  }

  /// Whether the namespace is theirs to write.
  public boolean writes(String namespace) {
    return has(Role.WRITE) && grant.reaches(namespace);
  }

  /// Why a route is not for them; empty if it is.
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
