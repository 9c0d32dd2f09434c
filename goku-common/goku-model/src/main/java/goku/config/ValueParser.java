package goku.config;

import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A parser of the values of keys. Throws an `IllegalArgumentException` whose message is not meant
/// for users, because the caller names the allowed values.
final class ValueParser {
  private ValueParser() {}

  static Object parse(KeySpec spec, YamlNode node) {
    ValueType type = ValueType.of(spec.type());
    Object value =
        switch (type) {
          case LIST -> list(node);
          case MAP -> map(node);
          case TEXT, INT, LONG, DOUBLE, BOOLEAN, DURATION, SIZE, PATH, ENUM ->
              scalar(type, spec.type(), text(node));
        };
    double measure = type.measure(value);
    if (measure < spec.key().min() || measure > spec.key().max()) {
      throw new IllegalArgumentException("outside of the limits: " + value);
    }
    return value;
  }

  private static Object scalar(ValueType type, Type javaType, String text) {
    return switch (type) {
      case TEXT -> text;
      case INT -> Integer.parseInt(text);
      case LONG -> Long.parseLong(text);
      case DOUBLE -> finite(text);
      case BOOLEAN -> bool(text);
      case DURATION -> DurationText.parse(text);
      case SIZE -> DataSize.parse(text);
      case PATH -> Path.of(text);
      case ENUM -> constant((Class<?>) javaType, text);
      case LIST, MAP -> throw new IllegalStateException(type + " is not a scalar");
    };
  }

  private static String text(YamlNode node) {
    if (node instanceof YamlNode.Scalar scalar) {
      return scalar.text().strip();
    }
    throw new IllegalArgumentException("a list or map where one value belongs");
  }

  private static double finite(String text) {
    double number = Double.parseDouble(text);
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException("not finite: " + text);
    }
    return number;
  }

  private static boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("not a boolean: " + text);
    };
  }

  private static Object constant(Class<?> type, String text) {
    String name = text.toLowerCase(Locale.ROOT).replace('_', '-');
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> ValueType.constantName(constant).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such constant: " + text));
  }

  private static List<String> list(YamlNode node) {
    return switch (node) {
      case YamlNode.Sequence sequence -> sequence.items().stream().map(ValueParser::item).toList();
      case YamlNode.Scalar scalar when scalar.text().isBlank() -> List.of();
      case YamlNode.Scalar scalar ->
          Arrays.stream(scalar.text().split(",", -1)).map(ValueParser::item).toList();
      case YamlNode.Mapping mapping -> throw new IllegalArgumentException("a map: " + mapping);
    };
  }

  private static String item(YamlNode node) {
    return item(text(node));
  }

  private static String item(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("an empty entry");
    }
    return text.strip();
  }

  private static Map<String, String> map(YamlNode node) {
    Map<String, String> entries = new LinkedHashMap<>();
    if (node instanceof YamlNode.Mapping mapping) {
      mapping.entries().forEach((name, value) -> entries.put(name, text(value)));
      return entries;
    }
    for (String pair : list(node)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("not name=value: " + pair);
      }
      entries.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return entries;
  }
}
