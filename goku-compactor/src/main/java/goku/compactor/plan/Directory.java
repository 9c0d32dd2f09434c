package goku.compactor.plan;

import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The objects of one bucket in S3.
///
/// @param prefix what their keys begin with
/// @param names what their keys end with, ascending
/// @param unchangedSince when they were first seen like this
public record Directory(
    BucketKey bucket, String prefix, List<String> names, Instant unchangedSince) {
  public Directory {
    names = List.copyOf(names);
  }

  /// The keys, that of the marker first: so they are removed, as nobody may find a marker whose
  /// files are gone.
  List<String> keys() {
    return Stream.concat(
            names.stream().filter(TierKeys.MARKER::equals),
            names.stream().filter(name -> !name.equals(TierKeys.MARKER)))
        .map(name -> prefix + name)
        .toList();
  }
}
