package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A parser of one line of the command `rollup`, as in `rollup 1h-sum <metric> <timestamp> <value>
/// [<tagk>=<tagv> ...]`. The interval and the aggregator are also separated by `:`, and a further
/// `:` begins OpenTSDB's group-by aggregator. Owned by one thread.
public final class RollupLine {
  private static final CommandWord COMMAND = new CommandWord("rollup");

  /// OpenTSDB reads `1h:sum` as a sum over groups, and its queries then find nothing.
  private static final Pattern KIND = Pattern.compile("([^:-]*)[:-]([^:]*)(?::(.*))?");

  private final LineParser parser;
  private final RollupFields fields = new RollupFields();

  public RollupLine(SeriesNameRules rules, int maxLineBytes) {
    parser = new LineParser(rules, maxLineBytes);
  }

  /// Returns whether the first word of a line is the command.
  public static boolean begins(byte[] bytes, int start, int end) {
    return COMMAND.begins(bytes, start, end);
  }

  /// Parses a line that `begins`, without its terminator. Returns null and fills the datapoint, or
  /// returns the reason for the rejection.
  public @Nullable Rejection parse(byte[] line, int offset, int length, Datapoint into) {
    int end = offset + length;
    int kind = skip(line, offset + COMMAND.length(), end, true);
    int kindEnd = skip(line, kind, end, false);
    if (kind == end) {
      return new Rejection(Reason.NOT_ENOUGH_FIELDS, "not enough arguments (need least 4, got 0)");
    }
    int rest = skip(line, kindEnd, end, true);
    Rejection rejection = parser.parse(line, rest, end - rest, into);
    if (rejection != null) {
      return rejection;
    }
    Matcher parts = KIND.matcher(new String(line, kind, kindEnd - kind, ISO_8859_1));
    if (!parts.matches()) {
      return new Rejection(
          Reason.ROLLUP_INVALID,
          "Invalid rollup (%s): wanted interval-aggregator, such as 1h-sum"
              .formatted(Rejection.show(line, kind, kindEnd)));
    }
    fields.set(parts.group(1), parts.group(2), parts.group(3));
    return fields.finishKind(into);
  }

  private static int skip(byte[] bytes, int start, int end, boolean blanks) {
    int at = start;
    while (at < end && LineParser.isBlank(bytes[at]) == blanks) {
      at++;
    }
    return at;
  }
}
