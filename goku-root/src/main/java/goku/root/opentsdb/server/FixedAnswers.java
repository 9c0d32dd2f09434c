package goku.root.opentsdb.server;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.aggregator.Aggregator;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.service.BuildVersion;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/// The endpoints that describe the server: aggregators, filters, settings and version.
public final class FixedAnswers {
  private FixedAnswers() {}

  public static HttpResponse aggregators(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    return Json.answer(
        json -> {
          json.writeStartArray();
          for (Aggregator aggregator : Aggregator.values()) {
            json.writeString(aggregator.text());
          }
          json.writeEndArray();
        });
  }

  public static HttpResponse filters(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    return Json.answer(
        json -> {
          json.writeStartObject();
          for (String type : FilterSpec.TYPES) {
            json.writeObjectFieldStart(type);
            json.writeStringField("examples", FilterText.example(type));
            json.writeStringField("description", FilterText.description(type));
            json.writeEndObject();
          }
          json.writeEndObject();
        });
  }

  public static HttpResponse version(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    Map<String, String> version = new TreeMap<>();
    for (String unused :
        new String[] {"full_revision", "repo", "repo_status", "host", "user", "branch"}) {
      version.put(unused, "");
    }
    version.put("version", BuildVersion.CURRENT.release());
    version.put("short_revision", BuildVersion.CURRENT.commit());
    version.put("timestamp", "0");
    return object(version);
  }

  /// Answers as OpenTSDB 1.x: a line, or with `json` the same as `version`.
  public static HttpResponse plainVersion(HttpRequest request) {
    return request.has("json") ? version(request) : HttpResponse.text(200, line(request));
  }

  private static String line(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    return "goku " + BuildVersion.CURRENT + "\n";
  }

  public static HttpHandler config(Map<String, String> settings) {
    return request -> {
      HttpMethods.allow(request, "GET", "POST");
      return object(settings);
    };
  }

  /// Drops nothing, because no names are cached.
  public static HttpResponse dropCaches(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    return object(Map.of("status", "200", "message", "Caches dropped"));
  }

  private static HttpResponse object(Map<String, String> members) {
    return Json.answer(json -> write(json, members));
  }

  private static void write(JsonGenerator json, Map<String, String> members) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, String> member : members.entrySet()) {
      json.writeStringField(member.getKey(), member.getValue());
    }
    json.writeEndObject();
  }
}
