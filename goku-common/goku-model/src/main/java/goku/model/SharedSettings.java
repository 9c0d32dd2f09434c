package goku.model;

/// The settings that all services of a deployment share and follow while they run (section 5.1 of
/// the paper).
public record SharedSettings(Live<Namespaces> namespaces, Live<Blocklist> blocklist) {
  /// Returns settings that never change, with an empty blocklist.
  public static SharedSettings fixed(Namespaces namespaces) {
    return new SharedSettings(new Live<>(namespaces), new Live<>(Blocklist.NONE));
  }
}
