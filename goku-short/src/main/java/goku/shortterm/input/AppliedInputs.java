package goku.shortterm.input;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The positions of the inputs whose datapoints a shard has applied. Depends only on the batches
/// that were applied, so that all replicas skip the same datapoints. Owned by the writer.
///
/// The number of ranges is bounded. A range that is dropped for lack of space is not skipped when
/// it is delivered again, which loses nothing.
public final class AppliedInputs {
  /// The most ranges of all inputs, of about 150 bytes each. Input topics with some hundred
  /// partitions have enough for the last rebalances.
  private static final int MOST_RANGES = 4096;

  /// The ranges by input, with the input applied least recently first.
  private final Map<InputPartition, AppliedRanges> inputs = new LinkedHashMap<>();

  private int ranges;

  /// Takes over the ranges of a snapshot.
  public void restore(List<InputRange> ofSnapshot) {
    inputs.clear();
    ranges = 0;
    add(ofSnapshot);
  }

  /// Returns whether some datapoint of a batch with these ranges may have been applied.
  public boolean overlap(List<InputRange> batch) {
    for (InputRange range : batch) {
      AppliedRanges applied = inputs.get(range.input());
      if (applied != null && applied.overlaps(range.from(), range.to())) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the datapoint at the position was applied.
  public boolean contain(InputPartition input, InputPosition position) {
    AppliedRanges applied = inputs.get(input);
    return applied != null && applied.contain(position);
  }

  /// Adds the ranges of a batch that was applied.
  public void add(List<InputRange> batch) {
    for (InputRange range : batch) {
      AppliedRanges applied = inputs.remove(range.input());
      if (applied == null) {
        applied = new AppliedRanges();
      }
      inputs.put(range.input(), applied); // as the last one
      ranges += applied.add(range.from(), range.to());
    }
    while (ranges > MOST_RANGES) {
      dropOne();
    }
  }

  /// Returns all ranges, those of the input applied least recently first.
  public List<InputRange> all() {
    List<InputRange> all = new ArrayList<>(ranges);
    inputs.forEach((input, applied) -> applied.addTo(all, input));
    return all;
  }

  private void dropOne() {
    var eldest = inputs.entrySet().iterator().next();
    eldest.getValue().dropFirst();
    ranges--;
    if (eldest.getValue().isEmpty()) {
      inputs.remove(eldest.getKey());
    }
  }
}
