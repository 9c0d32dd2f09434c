package goku.root.opentsdb.wire;

import goku.http.HttpError;
import goku.model.NameHash;
import goku.model.NameText;
import goku.model.SeriesId;
import goku.model.Tag;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The identifier of a series in requests and answers: 16 hexadecimal digits of the hash of its
/// metric, 16 of the hash of its full name. Identifiers of one metric share a prefix, as in
/// OpenTSDB. Unlike there, an identifier depends only on the name under which a series is stored.
/// See `Tsuids`.
public final class Tsuid {
  private static final Pattern OURS = Pattern.compile("\\p{XDigit}{32}");

  /// OpenTSDB's form: three bytes of a metric, then six of each tag. It never has 32 digits.
  private static final Pattern OPENTSDBS = Pattern.compile("\\p{XDigit}{6}(\\p{XDigit}{12})+");

  private Tsuid() {}

  /// Returns the identifier of a series.
  ///
  /// @param stored the name under which the metric is stored
  public static String of(String stored, List<Tag> tags) {
    SeriesId id = SeriesId.of(stored, tags);
    return hex(id.metricHash()) + hex(id.nameHash());
  }

  /// Returns the UID of a metric, a tag key or a tag value.
  ///
  /// @param name of a metric, the name under which it is stored
  public static String uid(String name) {
    return hex(NameHash.of(NameText.bytes(name)));
  }

  /// Returns the series of the texts. OpenTSDB's own identifiers are omitted: they are well-formed,
  /// but no series here has one. Any other text is an error 400.
  public static Set<SeriesId> parse(Collection<String> tsuids) {
    Set<SeriesId> ids = new HashSet<>();
    for (String tsuid : tsuids) {
      if (OURS.matcher(tsuid).matches()) {
        ids.add(
            new SeriesId(
                HexFormat.fromHexDigitsToLong(tsuid, 0, 16),
                HexFormat.fromHexDigitsToLong(tsuid, 16, 32)));
      } else if (!OPENTSDBS.matcher(tsuid).matches()) {
        throw new HttpError(
            400,
            ("Invalid TSUID '%s': must be 32 hexadecimal digits, as /api/search/lookup and"
                    + " show_tsuids give them")
                .formatted(tsuid));
      }
    }
    return ids;
  }

  private static String hex(long hash) {
    return "%016X".formatted(hash);
  }
}
