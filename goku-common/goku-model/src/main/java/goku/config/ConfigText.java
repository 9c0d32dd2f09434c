package goku.config;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A loaded configuration as text for people: the form of the file with dotted keys, secrets
/// hidden.
public final class ConfigText {
  private ConfigText() {}

  /// Returns one line `key: value` per key.
  public static String of(Record config) {
    var text = new StringBuilder();
    append(config, "", text);
    return text.toString();
  }

  private static void append(Record config, String prefix, StringBuilder text) {
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      Key key = KeySpec.keyOf(component);
      String name = prefix + key.value();
      Object value = value(config, component.getAccessor());
      if (value instanceof Record inner && !(value instanceof DataSize)) {
        append(inner, name + ".", text);
      } else {
        text.append("%s: %s%n".formatted(name, key.secret() ? hidden(print(value)) : print(value)));
      }
    }
  }

  /// Hides a secret. An empty value is printed, so that the text shows whether a secret is set.
  private static String hidden(String printed) {
    return printed.isEmpty() || printed.equals("[]") ? printed : "(secret)";
  }

  private static Object value(Record config, Method accessor) {
    try {
      accessor.setAccessible(true);
      return accessor.invoke(config);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + accessor, e);
    }
  }

  private static String print(Object value) {
    return switch (value) {
      case Duration duration -> DurationText.print(duration);
      case Enum<?> constant -> ValueType.constantName(constant);
      case List<?> items ->
          items.stream().map(Object::toString).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> entries ->
          entries.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + entry.getValue())
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value.toString();
    };
  }
}
