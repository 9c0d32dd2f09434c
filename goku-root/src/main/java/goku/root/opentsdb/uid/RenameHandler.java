package goku.root.opentsdb.uid;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.access.Caller;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.renaming.RenameRefusedException;
import goku.root.renaming.Renamer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The handler of `/api/uid/rename`, which renames metrics. Tags are renamed by an export and an
/// import, because their values decide the shards of series. GET works in strict mode only: it
/// would let any page that a user opens rename metrics. Thread-safe.
public final class RenameHandler implements HttpHandler {
  private static final List<String> KINDS = List.of("metric", "tagk", "tagv");

  private final Renamer renamer;
  private final boolean strict;

  public RenameHandler(Renamer renamer, boolean strict) {
    this.renamer = renamer;
    this.strict = strict;
  }

  private record Rename(String kind, String from, String to) {}

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    if (strict) {
      HttpMethods.allow(request, "GET", "POST");
    } else {
      HttpMethods.allow(request, "POST");
    }
    Rename asked =
        request.method().equals("POST") ? ofBody(Json.object(request)) : ofParameters(request);
    if (!asked.kind().equals("metric")) {
      throw new HttpError(
          501,
          "only metrics can be renamed, not " + asked.kind() + "='" + asked.from() + "'",
          "Export the series, replace the tag, and put them again");
    }
    Optional<String> problem = UidNameRules.problem("metric", asked.to());
    if (problem.isPresent()) {
      return refused(problem.get());
    }
    try {
      renamer.rename(Caller.current(), asked.from(), asked.to());
      return answer(200, "true", Optional.empty());
    } catch (RenameRefusedException refused) {
      return refused(String.valueOf(refused.getMessage()));
    }
  }

  private static Rename ofBody(JsonNode body) {
    return of(kind -> Optional.of(body.path(kind).asText()));
  }

  private static Rename ofParameters(HttpRequest request) {
    return of(request::parameter);
  }

  private static Rename of(Function<String, Optional<String>> given) {
    for (String kind : KINDS) {
      String from = given.apply(kind).orElse("");
      String to = given.apply("name").orElse("");
      if (!from.isEmpty() && !to.isEmpty()) {
        return new Rename(kind, from, to);
      }
    }
    throw new HttpError(
        400, "Missing necessary values to rename UID", "Give metric and name, the new name");
  }

  private static HttpResponse refused(String why) {
    return answer(400, "false", Optional.of(why));
  }

  private static HttpResponse answer(int status, String result, Optional<String> error) {
    return Json.answer(
        status,
        json -> {
          json.writeStartObject();
          json.writeStringField("result", result);
          if (error.isPresent()) {
            json.writeStringField("error", error.get());
          }
          json.writeEndObject();
        });
  }
}
