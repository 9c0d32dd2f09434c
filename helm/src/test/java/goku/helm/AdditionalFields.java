package goku.helm;

import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The unknown fields of a typed object: the models reject wrong types, but collect misspelt
/// fields.
final class AdditionalFields {
  private static final String ASIDE = "additionalProperties";

  private AdditionalFields() {}

  /// Adds the path of each to the list.
  static void find(@Nullable Object value, String path, List<String> found) {
    switch (value) {
      case List<?> list ->
          list.forEach(item -> find(item, path + "[" + list.indexOf(item) + "]", found));
      case Map<?, ?> map -> map.forEach((key, item) -> find(item, path + "." + key, found));
      case Object bean when bean.getClass().getPackageName().startsWith("io.fabric8") ->
          ofBean(bean, path, found);
      case null, default -> {}
    }
  }

  private static void ofBean(Object bean, String path, List<String> found) {
    try {
      for (PropertyDescriptor property :
          Introspector.getBeanInfo(bean.getClass(), Object.class).getPropertyDescriptors()) {
        if (property.getReadMethod() != null && !property.getReadMethod().isDefault()) {
          Object value = property.getReadMethod().invoke(bean);
          if (property.getName().equals(ASIDE) && value instanceof Map<?, ?> aside) {
            aside.keySet().forEach(name -> found.add(path + "." + name));
          } else {
            find(value, path + "." + property.getName(), found);
          }
        }
      }
    } catch (IntrospectionException | IllegalAccessException | InvocationTargetException e) {
      throw new AssertionError("cannot look into " + path, e);
    }
  }
}
