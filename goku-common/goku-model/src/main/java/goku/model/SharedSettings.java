package goku.model;

/// What all services of a deployment share, and follow while they run (section 5.1 of the paper).
public record SharedSettings(Live<Namespaces> namespaces, Live<Blocklist> blocklist) {
  /// Settings that stay as they are, with nothing blocked.
  public static SharedSettings fixed(Namespaces namespaces) {
    return new SharedSettings(new Live<>(namespaces), new Live<>(Blocklist.NONE));
  }
}
