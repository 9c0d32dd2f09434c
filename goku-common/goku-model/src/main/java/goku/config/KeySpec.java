package goku.config;

import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One key of a configuration record. Nested records are flattened.
///
/// @param name the full name, prefixed with the names of the enclosing records and dots
record KeySpec(String name, Type type, Key key) {
  static List<KeySpec> of(Class<? extends Record> record) {
    List<KeySpec> keys = new ArrayList<>();
    collect(record, "", keys);
    return keys;
  }

  private static void collect(Class<?> record, String prefix, List<KeySpec> keys) {
    for (RecordComponent component : record.getRecordComponents()) {
      Key key = keyOf(component);
      if (component.getType().isRecord() && component.getType() != DataSize.class) {
        collect(component.getType(), prefixOf(prefix, key), keys);
      } else {
        keys.add(new KeySpec(prefix + key.value(), component.getGenericType(), key));
      }
    }
  }

  /// Returns the prefix of the keys of the record in a component.
  static String prefixOf(String prefix, Key key) {
    return key.value().isEmpty() ? prefix : prefix + key.value() + ".";
  }

  static Key keyOf(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key == null) {
      throw new IllegalStateException(component + " lacks @Key");
    }
    return key;
  }

  String variable() {
    return "GOKU_" + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  String flag() {
    return "--" + name;
  }

  boolean isBoolean() {
    return type == boolean.class;
  }

  boolean isMap() {
    return ValueType.of(type) == ValueType.MAP;
  }

  boolean isRequired() {
    boolean mayBeEmpty = ValueType.of(type).mayBeEmpty() && key.min() <= 0;
    return key.byDefault().isEmpty() && !mayBeEmpty;
  }

  /// Returns a description of allowed values with their limits, to follow "must be".
  String allowed() {
    ValueType valueType = ValueType.of(type);
    String from = key.min() == Long.MIN_VALUE ? "" : valueType.printLimit(key.min());
    long max = type == int.class ? Math.min(key.max(), Integer.MAX_VALUE) : key.max();
    String to = max == Long.MAX_VALUE ? "" : valueType.printLimit(max);
    String unit = key.unit().isEmpty() ? "" : " of " + key.unit();
    return valueType.describe(type) + unit + limits(from, to);
  }

  private static String limits(String from, String to) {
    if (from.isEmpty()) {
      return to.isEmpty() ? "" : " up to " + to;
    }
    return to.isEmpty() ? " of at least " + from : " from " + from + " to " + to;
  }

  /// Returns the keys by their names.
  static Map<String, KeySpec> byName(List<KeySpec> keys) {
    return keys.stream().collect(Collectors.toMap(KeySpec::name, Function.identity()));
  }
}
