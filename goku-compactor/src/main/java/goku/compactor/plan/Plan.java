package goku.compactor.plan;

import static java.util.Objects.requireNonNull;

import goku.model.Namespace;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The due work of a namespace. Jobs do not depend on each other: a job that needs the output of
/// another is in a later plan.
///
/// @param jobs jobs in the order in which they should run
/// @param removals removals in their order: a bucket is removed before the buckets built from it
public record Plan(List<Job> jobs, List<Removal> removals) {
  public Plan {
    jobs = List.copyOf(jobs);
    removals = List.copyOf(removals);
  }

  public static Plan of(Inventory inventory, Namespace namespace, Instant now) {
    if (namespace.disk().isEmpty()) {
      return new Plan(List.of(), List.of());
    }
    var state = new TierState(inventory, namespace, now);
    List<Job> jobs = new ArrayList<>();
    for (WindowKey window : inventory.finalizedWindows()) {
      if (state.isKnown(window)) {
        shuffle(inventory, state, window).ifPresent(jobs::add);
      }
    }
    for (WindowKey window : candidates(inventory, state)) {
      compact(inventory, state, window).ifPresent(jobs::add);
    }
    jobs.sort(Job.ORDER);
    Set<BucketKey> targets = jobs.stream().map(Job::bucket).collect(Collectors.toSet());
    return new Plan(jobs, Cleanup.of(inventory, namespace, state, targets, now));
  }

  private static Optional<Job> shuffle(Inventory inventory, TierState state, WindowKey window) {
    OptionalInt generation = state.toShuffle(window);
    if (generation.isEmpty() || state.isDead(window) || isOfLaterVersion(inventory, window)) {
      return Optional.empty();
    }
    BucketKey bucket = window.generation(generation.getAsInt());
    long bytes = requireNonNull(inventory.finalized(window).get(bucket.generation()));
    return Optional.of(new Job.Shuffle(bucket, bytes, inventory.hasShuffleMarker(bucket)));
  }

  private static boolean isOfLaterVersion(Inventory inventory, WindowKey window) {
    return inventory.unreadable(window).filter(UnreadableMarker::newer).isPresent();
  }

  /// Returns the windows of the buckets that may have to be built from existing ones.
  private static Set<WindowKey> candidates(Inventory inventory, TierState state) {
    Set<WindowKey> candidates = new TreeSet<>();
    Set<WindowKey> memory = new HashSet<>(inventory.finalizedWindows());
    memory.addAll(inventory.shuffledWindows());
    for (WindowKey window : memory) {
      state
          .feeders()
          .fedBy(window.shard())
          .forEach(shard -> addAbove(state, window, shard, candidates));
    }
    for (WindowKey window : inventory.tierWindows()) {
      if (state.isKnown(window)) {
        addAbove(state, window, window.shard(), candidates);
        addIfLacking(inventory, state, window, candidates);
      }
    }
    return candidates;
  }

  /// Adds the lowest existing bucket above, which takes new data; if there is none, the next
  /// tier's.
  private static void addAbove(TierState state, WindowKey window, int shard, Set<WindowKey> to) {
    if (state.isDead(window) || window.tier() == state.last().number()) {
      return;
    }
    to.add(
        state
            .above(window, shard)
            .orElseGet(() -> state.window(shard, window.tier() + 1, window.startMillis())));
  }

  /// Adds the window if its bucket must be built again because of a delete, even without its
  /// inputs.
  private static void addIfLacking(
      Inventory inventory, TierState state, WindowKey window, Set<WindowKey> to) {
    if (!state.isDead(window)
        && inventory.newest(window).filter(state.deletes()::isLacking).isPresent()) {
      to.add(window);
    }
  }

  private static Optional<Job> compact(Inventory inventory, TierState state, WindowKey window) {
    boolean unreadable = state.isUnreadable(window);
    if (!state.areSourcesSettled(window) || (unreadable && !state.canBeBuiltAgain(window))) {
      return Optional.empty();
    }
    List<CompactionInput> sources = state.sources(window);
    Optional<Manifest> previous = inventory.newest(window);
    boolean hasAll =
        !unreadable && previous.filter(made -> state.hasAll(made, sources)).isPresent();
    boolean nothing = previous.isEmpty() && (sources.isEmpty() || state.isInFormerTier(window));
    if (hasAll || nothing) {
      return Optional.empty();
    }
    return Optional.of(compaction(inventory, state, window, sources, previous));
  }

  private static Job compaction(
      Inventory inventory,
      TierState state,
      WindowKey window,
      List<CompactionInput> sources,
      Optional<Manifest> previous) {
    int unreadable =
        inventory.unreadable(window).map(marker -> marker.bucket().generation()).orElse(0);
    int existing = Math.max(previous.map(Manifest::generation).orElse(0), unreadable);
    int generation = Math.max(existing, inventory.taken(window).orElse(0)) + 1;
    Set<String> keys = new TreeSet<>();
    sources.forEach(source -> keys.add(source.key()));
    Set<String> gone = previous.map(made -> TierState.gone(made, sources)).orElse(Set.of());
    List<Tombstone> deletes = state.deletes().of(window, state.length(window.tier()));
    deletes.forEach(delete -> keys.add(delete.key()));
    List<Job.Input> inputs;
    if (previous.isPresent()
        && (sources.isEmpty()
            || !gone.isEmpty()
            || sources.stream().anyMatch(CompactionInput::isAddition))) {
      keys.addAll(gone);
      keys.add(CompactionInput.markerKey(previous.get().bucket()));
      Set<Integer> feeders = state.feeders().of(window.shard()).boxed().collect(Collectors.toSet());
      inputs = Slices.of(previous.get(), sources, feeders);
    } else {
      inputs = Slices.inputs(sources);
    }
    return new Job.Compact(
        window.generation(generation),
        state.tier(window.tier()),
        inputs,
        deletes,
        List.copyOf(keys),
        Consumption.of(window, state, sources, previous),
        Consumption.incomplete(sources, previous),
        sources.stream()
            .filter(CompactionInput::mayHaveFewer)
            .map(CompactionInput::bucket)
            .collect(Collectors.toSet()),
        previous);
  }
}
