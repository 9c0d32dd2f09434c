package goku.ingest.limit;

import goku.fault.TroubleLog;
import goku.model.Namespace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The log of limits that refuse new series, and of those near it that no shard logs because it
/// knows only its own part. Owned by the thread that looks at the shards.
final class GateLog {
  private static final Logger LOG = LoggerFactory.getLogger(GateLog.class);

  private final Map<String, TroubleLog> refusing = new HashMap<>();
  private final Map<String, TroubleLog> near = new HashMap<>();

  /// The limits of each namespace at the last look. A metric with few series again is not there.
  private final Map<String, Set<String>> knownBefore = new HashMap<>();

  void look(Namespace namespace, NamespaceGate gate) {
    Set<String> known = new HashSet<>();
    for (Bound bound : gate.bounds()) {
      String subject = bound.fields();
      known.add(subject);
      if (bound.takeRefused() > 0) {
        begin(refusing, Level.ERROR, "new series refused", subject, bound.message());
      } else if (bound.hasRoom(0)) {
        end(refusing, subject);
      }
    }
    for (Bound bound : gate.wideBounds()) {
      String subject = bound.fields();
      if (bound.isNear()) {
        String cause = "%d series, max-series is %d".formatted(bound.series(), bound.limit());
        begin(near, Level.WARN, "series near limit", subject, cause);
      } else {
        end(near, subject);
      }
    }
    Set<String> gone = new HashSet<>(knownBefore.getOrDefault(namespace.name(), Set.of()));
    gone.removeAll(known);
    gone.forEach(subject -> end(refusing, subject));
    gone.forEach(subject -> end(near, subject));
    knownBefore.put(namespace.name(), known);
  }

  private static void begin(
      Map<String, TroubleLog> all, Level level, String event, String subject, String cause) {
    all.computeIfAbsent(subject, _ -> new TroubleLog(LOG, level, event, subject))
        .begin(cause, null);
  }

  private static void end(Map<String, TroubleLog> all, String subject) {
    TroubleLog ended = all.remove(subject);
    if (ended != null) {
      ended.end();
    }
  }
}
