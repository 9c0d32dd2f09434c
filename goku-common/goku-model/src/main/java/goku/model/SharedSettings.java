package goku.model;

/// The settings that all services of a deployment share and follow while they run (section 5.1 of
/// the paper).
///
/// @param formats the format level in force, which each writer of a file asks
public record SharedSettings(
    Live<Namespaces> namespaces, Live<Blocklist> blocklist, FormatLevel formats) {
  /// Returns settings that never change, with an empty blocklist and the newest formats.
  public static SharedSettings fixed(Namespaces namespaces) {
    return new SharedSettings(
        new Live<>(namespaces), new Live<>(Blocklist.NONE), FormatLevel.newest());
  }

  /// Returns these settings with other namespaces.
  public SharedSettings with(Live<Namespaces> others) {
    return new SharedSettings(others, blocklist, formats);
  }
}
