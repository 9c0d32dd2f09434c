package goku.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A binder of settings to the components of a configuration record. Stateless.
final class Binder {
  private Binder() {}

  /// Returns the values of all keys that have a usable setting or default. Adds a problem for each
  /// other key.
  ///
  /// @param missing maker of the problem of a required key without a setting
  static Map<String, Object> values(
      List<KeySpec> keys, Map<String, Setting> settings, Missing missing, List<Problem> problems) {
    Map<String, Object> values = new HashMap<>();
    for (KeySpec spec : keys) {
      Setting setting = settings.get(spec.name());
      if (setting == null && spec.isRequired()) {
        problems.add(missing.problem(spec));
        continue;
      }
      if (setting == null) {
        setting = Setting.ofText(spec.name(), spec.key().byDefault(), "default");
      }
      try {
        values.put(spec.name(), ValueParser.parse(spec, setting.value()));
      } catch (IllegalArgumentException e) {
        Setting shown = spec.key().secret() ? setting.hidden() : setting;
        problems.add(shown.problem("must be " + spec.allowed()));
      }
    }
    return values;
  }

  /// The maker of the problem of a required key without a setting.
  interface Missing {
    Problem problem(KeySpec spec);
  }

  /// Creates the record from the values of all its keys.
  ///
  /// @throws IllegalArgumentException when the constructor of the record rejects them
  static <R> R create(Class<R> type, String prefix, Map<String, Object> values) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Key key = KeySpec.keyOf(components[i]);
      Class<?> inner = components[i].getType();
      Object value = values.get(prefix + key.value());
      arguments[i] = value != null ? value : create(inner, KeySpec.prefixOf(prefix, key), values);
    }
    return construct(type, components, arguments);
  }

  private static <R> R construct(Class<R> type, RecordComponent[] components, Object[] arguments) {
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new IllegalStateException("cannot create " + type, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot create " + type, e);
    }
  }
}
