package goku.root.conformance.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A case of the corpus: a request and what OpenTSDB answered.
public record RecordedCase(JsonNode json) {
  public String id() {
    return json.get("id").asText();
  }

  /// How the answers are compared.
  public String compare() {
    return json.get("compare").asText();
  }

  public JsonNode expected() {
    return json.get("expect");
  }

  public double tolerance() {
    return json.path("tolerance").asDouble(1e-9);
  }

  public double absoluteTolerance() {
    return json.path("abs_tolerance").asDouble(1e-12);
  }

  /// Of lookups, whether only the number of results counts.
  public boolean countOnly() {
    return json.path("count_only").asBoolean();
  }

  /// Whether the answer tells of what was written just now.
  public boolean live() {
    return json.path("live").asBoolean();
  }

  /// Whether it shows an oddity of OpenTSDB that a caller would hardly miss.
  public boolean showsQuirk() {
    for (JsonNode feature : json.path("features")) {
      if (feature.asText().startsWith("quirk:")) {
        return true;
      }
    }
    return false;
  }

  /// The statuses that pass. Where OpenTSDB failed with a 500 over what the client had sent, any
  /// 4xx says the same better.
  public List<Integer> statuses() {
    List<Integer> statuses = statuses("status_any");
    if (statuses.isEmpty()) {
      statuses.add(recordedStatus());
    }
    if (recordedStatus() == 500) {
      IntStream.range(400, 500).forEach(statuses::add);
    }
    return statuses;
  }

  /// With one of these statuses the case passes whatever the body is.
  public List<Integer> sufficientStatuses() {
    return statuses("also_status");
  }

  /// 0 where OpenTSDB closed the connection without an answer.
  public int recordedStatus() {
    return expected().get("status").asInt();
  }

  /// Whether the answer stays the same when all times are moved.
  public boolean suits(Shift shift) {
    int step = json.path("shift_step").asInt(1);
    return shift.days() == 0 || (step != 0 && shift.days() % step == 0);
  }

  public RecordedRequest request() {
    return new RecordedRequest(json);
  }

  /// Requests sent before, whose answers do not matter.
  public List<RecordedRequest> steps() {
    List<RecordedRequest> steps = new ArrayList<>();
    json.path("steps").forEach(step -> steps.add(new RecordedRequest(step)));
    return steps;
  }

  private List<Integer> statuses(String member) {
    List<Integer> statuses = new ArrayList<>();
    json.path(member).forEach(status -> statuses.add(status.asInt()));
    return statuses;
  }

  @Override
  public String toString() {
    return id();
  }
}
