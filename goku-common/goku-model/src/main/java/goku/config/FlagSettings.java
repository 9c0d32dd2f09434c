package goku.config;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A reader of the settings of known keys from command line arguments. Used once, by one thread.
final class FlagSettings {
  private final Map<String, KeySpec> keys;
  private final List<Problem> problems;
  private final Map<String, Setting> settings = new HashMap<>();

  private FlagSettings(List<KeySpec> keys, List<Problem> problems) {
    this.keys = KeySpec.byName(keys);
    this.problems = problems;
  }

  static Map<String, Setting> read(List<String> flags, List<KeySpec> keys, List<Problem> problems) {
    var reader = new FlagSettings(keys, problems);
    Iterator<String> rest = flags.iterator();
    while (rest.hasNext()) {
      reader.flag(rest.next(), rest);
    }
    return reader.settings;
  }

  private void flag(String argument, Iterator<String> rest) {
    if (!argument.startsWith("--")) {
      problem(argument, "is not expected here; write flags as --key=value");
      return;
    }
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument.substring(2) : argument.substring(2, equals);
    KeySpec spec = keys.get(name);
    if (spec != null && equals >= 0) {
      put(spec, argument.substring(equals + 1));
    } else if (spec != null && spec.isBoolean()) {
      put(spec, "true");
    } else if (spec != null && rest.hasNext()) {
      put(spec, rest.next());
    } else if (spec != null) {
      problem(spec.flag(), "lacks a value; its value must be " + spec.allowed());
    } else {
      negatedOrUnknown(name, equals);
    }
  }

  private void negatedOrUnknown(String name, int equals) {
    @Nullable KeySpec negated = name.startsWith("no-") ? keys.get(name.substring(3)) : null;
    if (negated != null && negated.isBoolean() && equals < 0) {
      put(negated, "false");
    } else {
      problem("--" + name, "is not known" + Suggestion.of(name, keys.keySet()));
    }
  }

  private void put(KeySpec spec, String text) {
    settings.put(spec.name(), Setting.ofText(spec.name(), text, "flag " + spec.flag()));
  }

  private void problem(String flag, String message) {
    problems.add(new Problem("", flag, "", message));
  }
}
