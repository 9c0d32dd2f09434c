package goku.compactor.plan;

import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The objects of one bucket in S3.
///
/// @param prefix common beginning of their keys
/// @param names ends of their keys, ascending
/// @param unchangedSince time when they were first seen like this
public record Directory(
    BucketKey bucket, String prefix, List<String> names, Instant unchangedSince) {
  public Directory {
    names = List.copyOf(names);
  }

  /// Returns the keys, that of the marker first. They are removed in this order, as no reader may
  /// find a marker without its files.
  List<String> keys() {
    return Stream.concat(
            names.stream().filter(TierKeys.MARKER::equals),
            names.stream().filter(name -> !name.equals(TierKeys.MARKER)))
        .map(name -> prefix + name)
        .toList();
  }
}
