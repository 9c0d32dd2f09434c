package goku.longterm.tier;

import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.util.Collection;
import java.util.List;

/// The contents of S3 that a shard must have, by the last listing.
///
/// @param windows the windows of all buckets
/// @param buckets the buckets that are not loaded yet
/// @param files the newest files of windows of GokuS
public record Wanted(
    Collection<Window> windows, Collection<Manifest> buckets, Collection<BucketKey> files) {
  public Wanted {
    windows = List.copyOf(windows);
    buckets = List.copyOf(buckets);
    files = List.copyOf(files);
  }
}
