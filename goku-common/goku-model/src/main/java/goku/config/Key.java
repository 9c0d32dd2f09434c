package goku.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The description of one component of a configuration record. Its name is the key in the YAML file
/// and on the command line (`--key=value`). In the environment, the name is in upper case with the
/// prefix `GOKU_`, and `_` replaces `.` and `-`.
///
/// Components may be `String`, `int`, `long`, `double`, `boolean`, `Duration` (`10ms`, `2h`, `24d`,
/// `1w`), `DataSize`, `Path`, `List<String>` (a YAML list, or comma separated), `Map<String,
/// String>` (a YAML map, or `name=value` comma separated), an enum, or another record of keys. The
/// keys of an inner record are prefixed with this key and a dot, or have no prefix when this key is
/// empty.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  String value();

  /// The effect of the key and its unit, printed by `--help`.
  String doc();

  /// The noun that a number counts, for messages. Needed only where the name does not say it.
  String unit() default "";

  /// The default value, in the form of the file. Empty means required, except for strings, paths,
  /// lists and maps whose `min` is not set, where the default is the empty value.
  String byDefault() default "";

  /// True if the value must not be shown to people who look at a configuration.
  boolean secret() default false;

  /// Inclusive limits, for numbers, milliseconds of durations, bytes of sizes, lengths of strings
  /// and paths, and entries of lists and maps.
  long min() default Long.MIN_VALUE;

  long max() default Long.MAX_VALUE;
}
