package goku.shortterm.preaggregation;

import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.model.PreAggregation;
import goku.model.SeriesFilter;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.node.NodeResources;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rules of a shard, which may be added and removed while it runs. Changed by the writer. Any
/// thread may call `find`.
final class Rules {
  /// The time after which a suspended rule is tried again.
  private static final long RETRY_MILLIS = Duration.ofMinutes(10).toMillis();

  private final SeriesIndex index;
  private final Buckets buckets;
  private final Reclaimer reclaimer;
  private final NodeResources node;
  private final GroupSlots slots;
  private Supplier<List<PreAggregation>> wanted = List::of;
  private int maxGroups = Integer.MAX_VALUE;

  /// Suspended rules, with the time of their suspension.
  private final Map<PreAggregation, Long> stopped = new HashMap<>();

  /// The rules by metric. The map is replaced as a whole.
  private volatile Map<String, Rule> rules = Map.of();

  Rules(
      SeriesIndex index,
      Buckets buckets,
      Reclaimer reclaimer,
      NodeResources node,
      GroupSlots slots) {
    this.index = index;
    this.buckets = buckets;
    this.reclaimer = reclaimer;
    this.node = node;
    this.slots = slots;
  }

  /// Sets the supplier of rules, which is called from time to time.
  ///
  /// @param maxGroups the limit of groups of one rule, beyond which it is suspended
  void follow(Supplier<List<PreAggregation>> wanted, int maxGroups) {
    this.wanted = wanted;
    this.maxGroups = maxGroups;
  }

  /// Applies changes of rules, and of buckets that were added or removed.
  void review() {
    List<PreAggregation> definitions = wanted.get();
    if (definitions.isEmpty() && rules.isEmpty()) {
      stopped.clear();
      return;
    }
    stopped.keySet().retainAll(definitions);
    for (Rule rule : List.copyOf(rules.values())) {
      if (!definitions.contains(rule.definition())) {
        remove(rule);
      }
    }
    for (PreAggregation definition : definitions) {
      if (!rules.containsKey(definition.metric()) && !isStopped(definition)) {
        add(definition);
      }
    }
    rules.values().forEach(Rule::followBuckets);
  }

  private boolean isStopped(PreAggregation definition) {
    Long since = stopped.get(definition);
    return since != null && node.clock().millis() - since < RETRY_MILLIS;
  }

  private void add(PreAggregation definition) {
    stopped.remove(definition);
    var rule = new Rule(definition, index, buckets, reclaimer, node, slots, maxGroups);
    for (int one : index.search(new SeriesFilter(definition.metric(), List.of(), false))) {
      rule.addWaiting(one);
    }
    Map<String, Rule> more = new HashMap<>(rules);
    more.put(definition.metric(), rule);
    rules = Map.copyOf(more);
  }

  /// Removes the rule. If it exists at the next review, it is built again.
  void remove(Rule rule) {
    Map<String, Rule> fewer = new HashMap<>(rules);
    fewer.remove(rule.definition().metric());
    rules = Map.copyOf(fewer);
    rule.close();
  }

  /// Suspends the rule for a while.
  void stop(Rule rule) {
    stopped.put(rule.definition(), node.clock().millis());
    remove(rule);
  }

  int maxGroups() {
    return maxGroups;
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  Collection<Rule> all() {
    return rules.values();
  }

  /// Returns the rule of a metric; null for none. Any thread with a pin.
  @Nullable Rule find(String metric) {
    return rules.get(metric);
  }

  /// Returns the number of groups. Any thread.
  int groupCount() {
    return rules.values().stream().mapToInt(Rule::groupCount).sum();
  }

  void close() {
    Collection<Rule> all = all();
    rules = Map.of();
    all.forEach(Rule::close);
  }
}
