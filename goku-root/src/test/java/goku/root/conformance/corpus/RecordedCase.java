package goku.root.conformance.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A case of the corpus: a request and OpenTSDB's answer.
public record RecordedCase(JsonNode json) {
  public String id() {
    return json.get("id").asText();
  }

  /// Returns the kind of comparison.
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

  /// Returns whether a lookup compares only the number of results.
  public boolean countOnly() {
    return json.path("count_only").asBoolean();
  }

  /// Returns whether the answer depends on datapoints written at the time of the test.
  public boolean live() {
    return json.path("live").asBoolean();
  }

  /// Returns whether the case shows a quirk of OpenTSDB that no caller needs.
  public boolean showsQuirk() {
    for (JsonNode feature : json.path("features")) {
      if (feature.asText().startsWith("quirk:")) {
        return true;
      }
    }
    return false;
  }

  /// Returns the accepted statuses. Any 4xx is accepted instead of OpenTSDB's 500 for invalid
  /// input.
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

  /// Returns statuses that are accepted with any body.
  public List<Integer> sufficientStatuses() {
    return statuses("also_status");
  }

  /// Returns 0 if OpenTSDB closed the connection without an answer.
  public int recordedStatus() {
    return expected().get("status").asInt();
  }

  /// Returns whether the answer is unchanged when all times are shifted.
  public boolean suits(Shift shift) {
    int step = json.path("shift_step").asInt(1);
    return shift.days() == 0 || (step != 0 && shift.days() % step == 0);
  }

  public RecordedRequest request() {
    return new RecordedRequest(json);
  }

  /// Returns the preceding requests, whose answers are ignored.
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
