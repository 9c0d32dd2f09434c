package goku.cluster.drain;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The drained nodes and zones. Roots read from their replicas only if no other replica has as good
/// an answer, and writes continue (section 6.1 of the Gorilla paper). Immutable.
///
/// @param since the start of each drain, by the name of the node or zone
public record Drains(SortedMap<String, Instant> since) {
  /// No drains.
  public static final Drains NONE = new Drains(Map.of());

  public Drains {
    since = Collections.unmodifiableSortedMap(new TreeMap<>(since));
  }

  public Drains(Map<String, Instant> since) {
    this(new TreeMap<>(since));
  }

  public boolean isEmpty() {
    return since.isEmpty();
  }

  /// Returns whether a node or its zone is drained.
  public boolean cover(String node, String zone) {
    return since.containsKey(node) || since.containsKey(zone);
  }

  /// Returns the drains and that of a name. A drain that exists keeps its start.
  public Drains with(String name, Instant now) {
    var more = new TreeMap<>(since);
    more.putIfAbsent(name, now);
    return new Drains(more);
  }

  /// Returns the drains without that of a name.
  public Drains without(String name) {
    var fewer = new TreeMap<>(since);
    fewer.remove(name);
    return new Drains(fewer);
  }
}
