package goku.compactor.plan;

import static goku.tier.ConsumedWindows.NONE;
import static goku.tier.ConsumedWindows.UNKNOWN;

import goku.model.Tier;
import goku.tier.ConsumedWindows;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/// The evidence in a manifest of what its bucket consumed of GokuS. Stateless.
public final class Consumption {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  private Consumption() {}

  /// Returns the generation of the finalized file that the bucket consumed of a window, see
  /// `Manifest.consumedGeneration`.
  public static int generation(Manifest made, WindowKey window) {
    return made.consumedGeneration(window.shard(), window.startMillis());
  }

  /// Returns the number of datapoints of a window in the bucket, or `UNKNOWN`.
  static long points(Manifest made, WindowKey window) {
    return made.consumedOf(window.shard())
        .map(windows -> windows.points().get(index(made, window)))
        .orElse((long) UNKNOWN);
  }

  private static int index(Manifest made, WindowKey window) {
    return (int) ((window.startMillis() - made.startMillis()) / WINDOW);
  }

  /// Returns the windows that a bucket will have consumed, by shard of GokuS.
  static List<ConsumedWindows> of(
      WindowKey bucket,
      TierState state,
      List<CompactionInput> sources,
      Optional<Manifest> previous) {
    int count = (int) (state.length(bucket.tier()) / WINDOW);
    return state
        .feeders()
        .of(bucket.shard())
        .mapToObj(
            shard -> {
              List<Integer> generations =
                  new ArrayList<>(
                      previous
                          .map(made -> generations(made, shard))
                          .orElseGet(() -> Collections.nCopies(count, NONE)));
              sources.forEach(source -> put(source, shard, bucket.startMillis(), generations));
              return new ConsumedWindows(
                  shard, generations, Collections.nCopies(count, (long) UNKNOWN));
            })
        .toList();
  }

  /// Returns the windows of which a bucket will lack datapoints, ascending: no source has the
  /// complete file of any of them.
  static List<IncompleteWindow> incomplete(
      List<CompactionInput> sources, Optional<Manifest> previous) {
    SortedSet<IncompleteWindow> incomplete =
        new TreeSet<>(previous.map(Manifest::incomplete).orElse(List.of()));
    for (CompactionInput source : sources) {
      Manifest lower = source.manifest();
      if (lower != null) {
        incomplete.removeIf(
            window ->
                lower.startMillis() <= window.startMillis()
                    && window.startMillis() < lower.endMillis());
        incomplete.addAll(lower.incomplete());
      } else {
        var window = new IncompleteWindow(source.bucket().shard(), source.startMillis());
        switch (source.coverage()) {
          case INCOMPLETE -> incomplete.add(window);
          case COMPLETE, UNKNOWN -> incomplete.remove(window);
          case ADDITION -> {} // adds to what is there
        }
      }
    }
    return List.copyOf(incomplete);
  }

  private static void put(
      CompactionInput source, int memoryShard, long startMillis, List<Integer> to) {
    int first = (int) ((source.startMillis() - startMillis) / WINDOW);
    Manifest lower = source.manifest();
    if (lower != null) {
      List<Integer> generations = generations(lower, memoryShard);
      for (int i = 0; i < generations.size(); i++) {
        to.set(first + i, generations.get(i));
      }
    } else if (source.bucket().shard() == memoryShard) {
      to.set(first, source.bucket().generation());
    }
  }

  private static List<Integer> generations(Manifest made, int memoryShard) {
    return LongStream.range(0, made.lengthMillis() / WINDOW)
        .mapToObj(
            i -> generation(made, new WindowKey(memoryShard, 0, made.startMillis() + i * WINDOW)))
        .toList();
  }
}
