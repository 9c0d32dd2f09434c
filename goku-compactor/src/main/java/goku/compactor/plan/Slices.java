package goku.compactor.plan;

import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A combination of the existing sources of a bucket with the parts that only its previous
/// generation has. Data that a source replaces come only from that source, so that deleted
/// datapoints do not come back. A window of GokuS replaces only the series of its shard.
final class Slices {
  private final Manifest previous;
  private final Set<Integer> feeders;
  private final List<Job.Input> inputs = new ArrayList<>();
  private long doneMillis;

  private Slices(Manifest previous, Set<Integer> feeders) {
    this.previous = previous;
    this.feeders = feeders;
    doneMillis = previous.startMillis();
  }

  /// @param sources sources by time
  /// @param feeders all shards of GokuS whose series the bucket can have
  static List<Job.Input> of(
      Manifest previous, List<CompactionInput> sources, Set<Integer> feeders) {
    var slices = new Slices(previous, feeders);
    var byStart =
        sources.stream()
            .collect(
                Collectors.groupingBy(
                    CompactionInput::startMillis, TreeMap::new, Collectors.toList()));
    byStart.values().forEach(slices::add);
    slices.addPreviousUpTo(previous.endMillis());
    return slices.inputs;
  }

  /// Returns the inputs of the sources that are not empty.
  static List<Job.Input> inputs(List<CompactionInput> sources) {
    List<Job.Input> inputs = new ArrayList<>();
    for (CompactionInput source : sources) {
      if (source.manifest() != null) {
        inputs.add(new Job.Lower(source.manifest()));
      } else if (source.part() != null) {
        inputs.add(new Job.Part(source.key(), source.part()));
      }
    }
    return inputs;
  }

  /// @param sources sources of the same window
  private void add(List<CompactionInput> sources) {
    CompactionInput first = sources.getFirst();
    addPreviousUpTo(first.startMillis());
    doneMillis = first.endMillis();
    if (first.manifest() == null) {
      Set<Integer> replaced =
          sources.stream()
              .filter(source -> !source.isAddition() || hasBase(source, sources))
              .map(source -> source.bucket().shard())
              .collect(Collectors.toCollection(TreeSet::new));
      if (!replaced.containsAll(feeders)) {
        inputs.add(new Job.Slice(previous, first.startMillis(), first.endMillis(), replaced));
      }
    }
    inputs.addAll(inputs(sources));
  }

  /// Returns whether the data that an addition adds to are among the sources.
  private static boolean hasBase(CompactionInput addition, List<CompactionInput> sources) {
    return sources.stream()
        .anyMatch(
            source -> !source.isAddition() && source.bucket().shard() == addition.bucket().shard());
  }

  private void addPreviousUpTo(long endMillis) {
    if (doneMillis < endMillis) {
      inputs.add(new Job.Slice(previous, doneMillis, endMillis, Set.of()));
    }
  }
}
