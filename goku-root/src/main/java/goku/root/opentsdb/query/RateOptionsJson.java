package goku.root.opentsdb.query;

import com.fasterxml.jackson.databind.JsonNode;
import goku.query.RateOptions;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.wire.Json;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A parser of the member `rateOptions` of a sub query.
final class RateOptionsJson {
  private static final Set<String> MEMBERS =
      Set.of("counter", "counterMax", "resetValue", "dropResets");

  private RateOptionsJson() {}

  static RateOptions parse(@Nullable JsonNode options, Dialect dialect) {
    if (options == null || options.isNull()) {
      return RateOptions.PLAIN;
    }
    if (!options.isObject()) {
      throw Json.unreadable("'rateOptions' must be an object");
    }
    if (dialect.strict()) {
      refuseStrayMembers(options);
    }
    return new RateOptions(
        Json.flag(options, "counter"),
        counterMax(options, dialect),
        Json.number(options, "resetValue", 0),
        Json.flag(options, "dropResets"));
  }

  /// Returns the maximum of the counter. 0 counts as not given, except in strict mode.
  private static double counterMax(JsonNode options, Dialect dialect) {
    boolean given = options.hasNonNull("counterMax");
    return Json.number(
        options, "counterMax", given && dialect.strict() ? 0 : RateOptions.DEFAULT_COUNTER_MAX);
  }

  /// Rejects unknown members, which OpenTSDB ignores everywhere else.
  private static void refuseStrayMembers(JsonNode options) {
    for (Iterator<String> names = options.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!MEMBERS.contains(name)) {
        throw Json.unreadable(
            "'rateOptions' has an unknown member '%s'; known are %s".formatted(name, MEMBERS));
      }
    }
  }
}
