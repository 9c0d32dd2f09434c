package goku.config;

/// One problem of a configuration.
///
/// @param source the place of the problem: a file and line, a variable or a flag; may be empty
/// @param key the key; may be empty
/// @param value the given value; empty when it does not help
/// @param message the problem and the allowed values
public record Problem(String source, String key, String value, String message) {
  @Override
  public String toString() {
    var line = new StringBuilder();
    if (!source.isEmpty()) {
      line.append(source).append(": ");
    }
    line.append(key);
    if (!value.isEmpty()) {
      line.append(" = ").append(value);
    }
    return (key.isEmpty() ? line : line.append(": ")).append(message).toString();
  }
}
