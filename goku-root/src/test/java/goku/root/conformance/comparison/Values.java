package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.conformance.corpus.RecordedCase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/// A comparison of JSON. Integers must be equal, other numbers nearly equal, where 1 equals 1.0;
/// all else exactly.
final class Values {
  private final double tolerance;
  private final double absoluteTolerance;

  Values(RecordedCase recorded) {
    this.tolerance = recorded.tolerance();
    this.absoluteTolerance = recorded.absoluteTolerance();
  }

  void scalar(JsonNode want, JsonNode got, String where) {
    boolean same = (want.isNumber() && got.isNumber()) ? near(want, got) : want.equals(got);
    Mismatch.unless(same, "%s: want %s, got %s", where, want, got);
  }

  private boolean near(JsonNode want, JsonNode got) {
    if (want.isIntegralNumber() && got.isIntegralNumber()) {
      return want.bigIntegerValue().equals(got.bigIntegerValue());
    }
    double a = want.doubleValue();
    double b = got.doubleValue();
    double difference = Math.abs(a - b);
    return a == b
        || difference <= tolerance * Math.max(Math.abs(a), Math.abs(b))
        || difference <= absoluteTolerance;
  }

  void deep(JsonNode want, JsonNode got, String where) {
    Mismatch.unless(
        want.isContainerNode() == got.isContainerNode() && want.isArray() == got.isArray(),
        "%s: want %s, got %s",
        where,
        want,
        got);
    Mismatch.unless(want.size() == got.size(), "%s: want %s, got %s", where, want, got);
    if (want.isObject()) {
      for (Map.Entry<String, JsonNode> member : want.properties()) {
        Mismatch.unless(got.has(member.getKey()), "%s lacks %s", where, member.getKey());
        deep(member.getValue(), got.get(member.getKey()), where + "." + member.getKey());
      }
    } else if (want.isArray()) {
      for (int i = 0; i < want.size(); i++) {
        deep(want.get(i), got.get(i), where + "[" + i + "]");
      }
    } else {
      scalar(want, got, where);
    }
  }

  /// Compares keys and types. An empty recorded list matches any list.
  static void shape(JsonNode want, JsonNode got, String where) {
    Mismatch.unless(
        want.getNodeType() == got.getNodeType(), "%s: want %s, got %s", where, want, got);
    if (want.isObject()) {
      for (Map.Entry<String, JsonNode> member : want.properties()) {
        Mismatch.unless(got.has(member.getKey()), "%s lacks %s", where, member.getKey());
        shape(member.getValue(), got.get(member.getKey()), where + "." + member.getKey());
      }
    } else if (want.isArray() && !want.isEmpty()) {
      Mismatch.unless(!got.isEmpty(), "%s is empty", where);
      shape(want.get(0), got.get(0), where + "[0]");
    }
  }

  /// Compares elements in any order.
  static void set(JsonNode want, JsonNode got, String where) {
    Mismatch.unless(got.isArray(), "%s: not an array: %s", where, got);
    List<String> wanted = sorted(want);
    List<String> found = sorted(got);
    Mismatch.unless(wanted.equals(found), "%s: want %s, got %s", where, wanted, found);
  }

  /// Checks that the answer has at least the recorded elements or members.
  static void superset(JsonNode want, JsonNode got) {
    Mismatch.unless(want.getNodeType() == got.getNodeType(), "want %s, got %s", want, got);
    if (want.isObject()) {
      members(want, got);
      return;
    }
    List<String> found = sorted(got);
    for (String element : sorted(want)) {
      Mismatch.unless(found.contains(element), "lacks %s", element);
    }
  }

  /// Checks that the answer has all recorded members.
  static void members(JsonNode want, JsonNode got) {
    want.fieldNames().forEachRemaining(name -> Mismatch.unless(got.has(name), "lacks %s", name));
  }

  /// Returns the elements as text, independent of the order of members.
  static List<String> sorted(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(Values::canonical)
        .sorted()
        .toList();
  }

  static String canonical(JsonNode node) {
    if (node.isObject()) {
      Map<String, String> members = new TreeMap<>();
      node.properties()
          .forEach(member -> members.put(member.getKey(), canonical(member.getValue())));
      return members.toString();
    }
    if (node.isArray()) {
      return StreamSupport.stream(node.spliterator(), false)
          .map(Values::canonical)
          .toList()
          .toString();
    }
    return node.toString();
  }
}
