package goku.standalone.doctor.check;

/// What was found out about one thing.
///
/// @param subject what was looked at, in a few words
/// @param found how it is
/// @param remedy what to do; empty when all is well
public record Finding(Level level, String subject, String found, String remedy) {
  /// How bad it is.
  public enum Level {
    OK,
    /// It works, but not for long or not as well as it could.
    WARN,
    FAIL
  }

  static Finding ok(String subject, String found) {
    return new Finding(Level.OK, subject, found, "");
  }

  static Finding warn(String subject, String found, String remedy) {
    return new Finding(Level.WARN, subject, found, remedy);
  }

  static Finding fail(String subject, String found, String remedy) {
    return new Finding(Level.FAIL, subject, found, remedy);
  }
}
