package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A parser of one line of the command `histogram`, as in `histogram <metric> <timestamp> <ranges>
/// [<tagk>=<tagv> ...]`, or with an id and base64 instead of ranges. Owned by one thread.
public final class HistogramLine {
  private static final CommandWord COMMAND = new CommandWord("histogram");

  private final LineParser parser;

  /// @param histogramId the id of encoded histograms
  public HistogramLine(SeriesNameRules rules, int maxLineBytes, int histogramId) {
    parser =
        new LineParser(
            rules,
            maxLineBytes,
            new KnownTags(KnownTags.FEW),
            new HistogramValueWords(rules.strict(), histogramId));
  }

  /// Returns whether the first word of a line is the command.
  public static boolean begins(byte[] bytes, int start, int end) {
    return COMMAND.begins(bytes, start, end);
  }

  /// Parses a line that `begins`, without its terminator. Returns null and fills the datapoint, or
  /// returns the reason for the rejection.
  public @Nullable Rejection parse(byte[] line, int offset, int length, Datapoint into) {
    int words = COMMAND.length();
    return parser.parse(line, offset + words, length - words, into);
  }
}
