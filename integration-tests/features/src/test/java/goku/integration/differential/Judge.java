package goku.integration.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The judge of differences: each has a stated reason, or is not explained. Owned by one thread.
final class Judge {
  private final Map<Reason, Integer> reasons = new EnumMap<>(Reason.class);
  private final Map<Amendment, Integer> amendments = new EnumMap<>(Amendment.class);
  private final List<Difference> unexplained = new ArrayList<>();

  void judge(Difference difference) {
    for (Reason reason : Reason.values()) {
      if (reason.explains(difference)) {
        reasons.merge(reason, 1, Integer::sum);
        return;
      }
    }
    if (!difference.isOf("/query/exp", 200, 200) || !isLikeAmended(difference)) {
      unexplained.add(difference);
    }
  }

  private boolean isLikeAmended(Difference difference) {
    JsonNode amended = difference.openTsdbBody();
    List<Amendment> used = new ArrayList<>();
    for (Amendment amendment : Amendment.values()) {
      JsonNode before = amended.deepCopy();
      for (int i = 0; i < amended.path("outputs").size(); i++) {
        JsonNode ours = difference.gokuBody().path("outputs").path(i);
        if (ours.isObject()) {
          amendment.amend((ObjectNode) amended.path("outputs").get(i), ours);
        }
      }
      if (!before.equals(amended)) {
        used.add(amendment);
      }
    }
    if (difference.isSettledBy(amended)) {
      used.forEach(amendment -> amendments.merge(amendment, 1, Integer::sum));
      return true;
    }
    return false;
  }

  List<Difference> unexplained() {
    return unexplained;
  }

  /// Returns the stated reasons of which there was no case.
  List<Object> withoutCase() {
    List<Object> without = new ArrayList<>(List.of(Reason.values()));
    without.addAll(List.of(Amendment.values()));
    without.removeAll(reasons.keySet());
    without.removeAll(amendments.keySet());
    return without;
  }

  @Override
  public String toString() {
    return "%s %s, %d not explained".formatted(reasons, amendments, unexplained.size());
  }
}
