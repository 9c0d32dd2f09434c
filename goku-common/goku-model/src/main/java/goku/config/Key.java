package goku.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Describes one component of a configuration record: the key in the YAML file, on the command line
/// (`--key=value`) and, in upper case with `_` for `.` and `-` behind `GOKU_`, in the environment.
///
/// Components may be `String`, `int`, `long`, `double`, `boolean`, `Duration` (`10ms`, `2h`, `24d`,
/// `1w`), `DataSize`, `Path`, `List<String>` (a YAML list, or comma separated), `Map<String,
/// String>` (a YAML map, or `name=value` comma separated), an enum, or another record of keys,
/// whose keys then follow this one and a dot, or stand by themselves when this one is empty.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  String value();

  /// What it does, with its unit; printed by `--help`.
  String doc();

  /// What a number counts, where the name does not say it; for messages.
  String unit() default "";

  /// The value when nothing else is given, in the form of the file. Empty means required, except
  /// for strings, paths, lists and maps whose `min` is not set, where it means empty.
  String byDefault() default "";

  /// Whether nobody who looks at a configuration may see the value.
  boolean secret() default false;

  /// Inclusive limits of numbers, milliseconds of durations, bytes of sizes, lengths of strings and
  /// paths, and entries of lists and maps.
  long min() default Long.MIN_VALUE;

  long max() default Long.MAX_VALUE;
}
