package goku.config;

/// One thing wrong with a configuration.
///
/// @param source where it was found: a file and line, a variable or a flag; may be empty
/// @param key the key it is about; may be empty
/// @param value what was given; empty when that says nothing
/// @param message what is wrong and what is allowed
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
