package goku.standalone.doctor.check;

/// The result of a check.
///
/// @param subject the subject in a few words
/// @param found the state that was found
/// @param remedy the remedy; empty if there is no problem
public record Finding(Level level, String subject, String found, String remedy) {
  /// The severity of a finding.
  public enum Level {
    OK,
    /// A state that works, but not for long or not as well as it could.
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
