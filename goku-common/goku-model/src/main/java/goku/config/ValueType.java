package goku.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The kinds of configuration values, with their Java types, the measure for their limits and the
/// description for the user.
enum ValueType {
  TEXT,
  INT,
  LONG,
  DOUBLE,
  BOOLEAN,
  DURATION,
  SIZE,
  PATH,
  LIST,
  MAP,
  ENUM;

  static ValueType of(Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class ? LIST : MAP;
    }
    return switch (type) {
      case Class<?> c when c == String.class -> TEXT;
      case Class<?> c when c == int.class -> INT;
      case Class<?> c when c == long.class -> LONG;
      case Class<?> c when c == double.class -> DOUBLE;
      case Class<?> c when c == boolean.class -> BOOLEAN;
      case Class<?> c when c == Duration.class -> DURATION;
      case Class<?> c when c == DataSize.class -> SIZE;
      case Class<?> c when c == Path.class -> PATH;
      case Class<?> c when c.isEnum() -> ENUM;
      default -> throw new IllegalStateException(type + " is no type of a configuration key");
    };
  }

  boolean mayBeEmpty() {
    return this == TEXT || this == PATH || this == LIST || this == MAP;
  }

  /// Returns the number that the limits of a key apply to.
  double measure(Object value) {
    return switch (value) {
      case Number number -> number.doubleValue();
      case Duration duration -> duration.toMillis();
      case DataSize size -> size.bytes();
      case Collection<?> items -> items.size();
      case Map<?, ?> entries -> entries.size();
      case String text -> text.length();
      case Path path -> path.toString().length();
      default -> 0;
    };
  }

  String printLimit(long limit) {
    return switch (this) {
      case DURATION -> DurationText.print(Duration.ofMillis(limit));
      case SIZE -> new DataSize(limit).toString();
      case TEXT, PATH -> limit + (limit == 1 ? " character" : " characters");
      case LIST, MAP -> limit + (limit == 1 ? " entry" : " entries");
      case INT, LONG, DOUBLE, BOOLEAN, ENUM -> Long.toString(limit);
    };
  }

  String describe(Type type) {
    return switch (this) {
      case TEXT -> "a text";
      case INT, LONG -> "a whole number";
      case DOUBLE -> "a number";
      case BOOLEAN -> "true or false";
      case DURATION -> "a duration (like 10ms, 90s, 2h, 24d or 1w)";
      case SIZE -> "a size (like 512KiB or 2GiB)";
      case PATH -> "a path";
      case LIST -> "a list (comma separated)";
      case MAP -> "a map (name=value, comma separated)";
      case ENUM ->
          Arrays.stream(((Class<?>) type).getEnumConstants())
              .map(ValueType::constantName)
              .collect(Collectors.joining(", ", "one of ", ""));
    };
  }

  static String constantName(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
