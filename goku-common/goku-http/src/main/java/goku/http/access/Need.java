package goku.http.access;

/// The permission that a route requires with an auth file, and whether the public port serves it.
public enum Need {
  /// No permission, not even authentication.
  NOTHING(true),
  /// Authentication.
  LOGIN(true),
  /// Permission for all namespaces, because the answer names all of them.
  WHOLE(true),
  READ(true),
  WRITE(true),
  /// The role `metrics` or `admin`. On the admin port only.
  METRICS(false),
  /// The role `admin`. On the admin port only.
  ADMIN(false);

  private final boolean isPublic;

  Need(boolean isPublic) {
    this.isPublic = isPublic;
  }

  /// Returns whether the public port serves the route.
  public boolean isPublic() {
    return isPublic;
  }
}
