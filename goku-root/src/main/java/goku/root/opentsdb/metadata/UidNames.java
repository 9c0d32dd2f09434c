package goku.root.opentsdb.metadata;

import goku.http.HttpError;
import goku.model.NameKind;
import goku.root.compacted.table.HeldTable;
import goku.root.fanout.Marked;
import goku.root.fanout.NameDirectory;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataKey;
import goku.root.metadata.Subject;
import goku.root.opentsdb.names.ResolvedNames;
import goku.root.opentsdb.wire.Tsuids;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The names of UIDs. A UID is a hash, so its name is one that the request or the stored metadata
/// give, or is searched for among the names in alphabetical order. The stored metadata may give an
/// old name of a renamed metric, which has another UID now.
record UidNames(NameDirectory names, HeldTable<MetadataKey, Metadata> table, Tsuids tsuids) {
  /// The number of names that are searched. Bounds the time and the memory of a request.
  static final int SEARCHED = 10_000;

  private static final Pattern OURS = Pattern.compile("\\p{XDigit}{16}");
  private static final Pattern HEX = Pattern.compile("\\p{XDigit}+");
  private static final String NOT_FOUND = "Could not find the requested UID";

  /// Returns the key of the metadata of a UID.
  static MetadataKey key(UidRequest request) {
    if (!HEX.matcher(request.uid()).matches()) {
      throw new HttpError(
          400,
          "Invalid UID '%s': must be 16 hexadecimal digits, as /api/uid/assign gives them"
              .formatted(request.uid()));
    }
    return new MetadataKey(request.subject(), request.uid());
  }

  /// Returns the name of the UID. Some series has it.
  String name(UidRequest request) throws InterruptedException {
    MetadataKey key = key(request);
    NameKind kind = kind(key.subject());
    if (!OURS.matcher(request.uid()).matches()) {
      throw new HttpError(
          404, NOT_FOUND, "No UID of this server has another length than 16 digits");
    }
    for (String name : List.of(request.name(), table.get(key).map(Metadata::name).orElse(""))) {
      if (!name.isEmpty() && tsuids.uid(kind, name).equals(request.uid())) {
        ResolvedNames.require(NOT_FOUND, word(kind), names.unknown(kind, null, Set.of(name)));
        return name;
      }
    }
    return search(kind, request.uid());
  }

  private String search(NameKind kind, String uid) throws InterruptedException {
    Marked<String> found = names.suggest(kind, "", SEARCHED);
    for (String name : found.found()) {
      if (tsuids.uid(kind, name).equals(uid)) {
        return name;
      }
    }
    found.shortfall().requireNone();
    String cause = "No such unique ID for '%s': %s".formatted(word(kind), uid);
    throw new HttpError(
        404,
        NOT_FOUND,
        found.found().size() < SEARCHED
            ? cause
            : cause + " among the first %d names; give the name too".formatted(SEARCHED));
  }

  static NameKind kind(Subject subject) {
    return switch (subject) {
      case METRIC -> NameKind.METRIC;
      case TAGK -> NameKind.TAG_KEY;
      case TAGV -> NameKind.TAG_VALUE;
      case TSUID -> throw new IllegalStateException("a TSUID has no single name");
    };
  }

  private static String word(NameKind kind) {
    return switch (kind) {
      case METRIC -> "metrics";
      case TAG_KEY -> "tagk";
      case TAG_VALUE -> "tagv";
    };
  }
}
