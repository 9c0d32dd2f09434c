package goku.root.opentsdb.uid;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.NameKind;
import goku.root.fanout.NameDirectory;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The handler of `/api/uid/assign`. It returns the identifiers of new names, and OpenTSDB's errors
/// for known ones. Writes need no assignment, and a request does not make names known.
public final class AssignHandler implements HttpHandler {
  private final NameDirectory names;
  private final Tsuids tsuids;

  public AssignHandler(NameDirectory names, Tsuids tsuids) {
    this.tsuids = tsuids;
    this.names = names;
  }

  /// The result for the names of one kind.
  private record Outcome(SortedMap<String, String> uids, SortedMap<String, String> errors) {}

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET", "POST");
    Map<String, Set<String>> asked =
        request.method().equals("POST") ? ofBody(Json.object(request)) : ofParameters(request);
    if (asked.isEmpty()) {
      throw new HttpError(
          400, "Missing values to assign UIDs", "Give names as metric, tagk or tagv");
    }
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    for (Map.Entry<String, Set<String>> kind : asked.entrySet()) {
      outcomes.put(kind.getKey(), assign(kind.getKey(), kind.getValue()));
    }
    boolean failed = outcomes.values().stream().anyMatch(outcome -> !outcome.errors().isEmpty());
    return Json.answer(failed ? 400 : 200, json -> write(json, outcomes));
  }

  private static Map<String, Set<String>> ofParameters(HttpRequest request) {
    Map<String, Set<String>> asked = new LinkedHashMap<>();
    for (String kind : List.of("metric", "tagk", "tagv")) {
      request
          .parameter(kind)
          .filter(names -> !names.isEmpty())
          .ifPresent(names -> asked.put(kind, new TreeSet<>(List.of(names.split(",", -1)))));
    }
    return asked;
  }

  private static Map<String, Set<String>> ofBody(JsonNode body) {
    Map<String, Set<String>> asked = new LinkedHashMap<>();
    for (String kind : List.of("metric", "tagk", "tagv")) {
      List<String> names = Json.texts(body, kind);
      if (!names.isEmpty()) {
        asked.put(kind, new TreeSet<>(names));
      }
    }
    return asked;
  }

  private Outcome assign(String kind, Set<String> asked) throws InterruptedException {
    SortedMap<String, String> uids = new TreeMap<>();
    SortedMap<String, String> errors = new TreeMap<>();
    for (String name : asked) {
      UidNameRules.problem(kind, name)
          .ifPresentOrElse(
              problem -> errors.put(name, problem),
              () -> uids.put(name, tsuids.uid(kindOf(kind), name)));
    }
    Set<String> known = new TreeSet<>(uids.keySet());
    known.removeAll(names.unknown(kindOf(kind), null, uids.keySet()).names());
    for (String name : known) {
      errors.put(name, "Name already exists with UID: " + uids.remove(name));
    }
    return new Outcome(uids, errors);
  }

  private static NameKind kindOf(String kind) {
    return switch (kind) {
      case "metric" -> NameKind.METRIC;
      case "tagk" -> NameKind.TAG_KEY;
      default -> NameKind.TAG_VALUE;
    };
  }

  private static void write(JsonGenerator json, Map<String, Outcome> outcomes) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Outcome> outcome : outcomes.entrySet()) {
      write(json, outcome.getKey(), outcome.getValue().uids());
      if (!outcome.getValue().errors().isEmpty()) {
        write(json, outcome.getKey() + "_errors", outcome.getValue().errors());
      }
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String member, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(member);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
    json.writeEndObject();
  }
}
