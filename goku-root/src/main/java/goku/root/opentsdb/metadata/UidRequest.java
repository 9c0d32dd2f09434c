package goku.root.opentsdb.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.root.metadata.MetadataField;
import goku.root.metadata.Subject;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A request to `/api/uid/uidmeta`: the UID of a name, and the fields to set.
///
/// @param uid in upper case
/// @param name a name that may be that of the UID; empty if the request gives none
record UidRequest(Subject subject, String uid, String name, GivenFields given) {
  private static final Set<MetadataField> FIELDS =
      EnumSet.of(
          MetadataField.DESCRIPTION,
          MetadataField.NOTES,
          MetadataField.CREATED,
          MetadataField.DISPLAY_NAME);

  /// Parses a request.
  ///
  /// @param strict whether the name is no replacement of the UID
  static UidRequest of(HttpRequest request, Tsuids tsuids, boolean strict) {
    return request.body().length > 0 && !request.method().equals("GET")
        ? ofBody(Json.object(request), tsuids, strict)
        : ofParameters(request, tsuids, strict);
  }

  private static UidRequest ofBody(JsonNode body, Tsuids tsuids, boolean strict) {
    String name = text(body, "name");
    String uid = text(body, "uid");
    String type = text(body, "type");
    Subject subject = type.isEmpty() ? null : subject(type);
    GivenFields given = GivenFields.ofBody(body, FIELDS);
    if (isMissing(uid, name, strict)) {
      throw new HttpError(400, "Missing UID");
    }
    if (subject == null) {
      throw new HttpError(400, "Missing type");
    }
    return new UidRequest(subject, uid(subject, uid, name, tsuids), name, given);
  }

  private static String text(JsonNode body, String member) {
    return GivenFields.checked(member, Json.text(body, member, ""));
  }

  private static UidRequest ofParameters(HttpRequest request, Tsuids tsuids, boolean strict) {
    String name = GivenFields.checked("name", request.parameter("name").orElse(""));
    String uid = request.parameter("uid").orElse("");
    if (isMissing(uid, name, strict)) {
      throw new HttpError(400, "Missing parameter <code>uid</code>");
    }
    String type = request.parameter("type").orElse("");
    if (type.isEmpty()) {
      throw new HttpError(400, "Missing parameter <code>type</code>");
    }
    Subject subject = subject(type);
    return new UidRequest(
        subject, uid(subject, uid, name, tsuids), name, GivenFields.ofParameters(request, FIELDS));
  }

  private static boolean isMissing(String uid, String name, boolean strict) {
    return uid.isEmpty() && (name.isEmpty() || strict);
  }

  private static String uid(Subject subject, String uid, String name, Tsuids tsuids) {
    return uid.isEmpty() ? tsuids.uid(UidNames.kind(subject), name) : uid.toUpperCase(Locale.ROOT);
  }

  private static Subject subject(String type) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "metric", "metrics" -> Subject.METRIC;
      case "tagk" -> Subject.TAGK;
      case "tagv" -> Subject.TAGV;
      default ->
          throw new HttpError(
              400, "Invalid type requested: " + type, "The types are metric, tagk and tagv");
    };
  }
}
