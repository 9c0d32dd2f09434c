package goku.http.access;

/// What a route asks of its callers where there is an auth file, and whether it is served on the
/// public port.
public enum Need {
  /// Nothing, not even to say who they are.
  NOTHING(true),
  /// To be known.
  LOGIN(true),
  /// Not to be limited to namespaces: the answer names those of others.
  WHOLE(true),
  READ(true),
  WRITE(true),
  /// The role `metrics` or `admin`; on the admin port alone.
  METRICS(false),
  /// The role `admin`; on the admin port alone.
  ADMIN(false);

  private final boolean isPublic;

  Need(boolean isPublic) {
    this.isPublic = isPublic;
  }

  /// Whether the public port serves it.
  public boolean isPublic() {
    return isPublic;
  }
}
