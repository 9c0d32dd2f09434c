package goku.longterm.bulkload;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A shard of GokuL that follows S3 by the plans of the product. Its store is in memory and keeps
/// the only file of each bucket.
public final class SimulatedShard {
  private final Supplier<Namespace> namespace;
  private final ObjectStore store;
  private final BucketListing listing;
  private final Map<BucketKey, Manifest> held = new HashMap<>();
  private final Map<BucketKey, String> content = new HashMap<>();

  public SimulatedShard(Supplier<Namespace> namespace, ObjectStore store) {
    this.namespace = namespace;
    this.store = store;
    listing = new BucketListing(store, namespace.get(), 0);
  }

  /// Lists S3, loads a bucket at a time, and drops what is due after each.
  public void poll(Instant now) {
    List<Manifest> stored = listing.read(held.values()).manifests();
    for (Manifest bucket : settle(stored, now)) {
      if (download(bucket)) {
        var _ = settle(stored, now);
      }
    }
  }

  /// Returns the files of the buckets here, higher tiers first, so that those of lower tiers
  /// replace what they contain too.
  public List<String> content() {
    List<BucketKey> buckets = new ArrayList<>(held.keySet());
    buckets.sort(
        Comparator.comparingInt(BucketKey::tier)
            .reversed()
            .thenComparingLong(BucketKey::startMillis)
            .thenComparingInt(BucketKey::generation));
    return buckets.stream()
        .map(key -> Optional.ofNullable(content.get(key)).orElseThrow())
        .toList();
  }

  public List<BucketKey> buckets() {
    return held.keySet().stream().sorted().toList();
  }

  private List<Manifest> settle(List<Manifest> stored, Instant now) {
    BulkLoadPlan plan = BulkLoadPlan.of(stored, List.copyOf(held.values()), namespace.get(), now);
    for (BucketKey bucket : plan.drop()) {
      held.remove(bucket);
      content.remove(bucket);
    }
    return plan.ingest();
  }

  private boolean download(Manifest bucket) {
    StoredFile file = bucket.files().getFirst();
    Optional<byte[]> bytes =
        store.get(
            namespace.get().s3Bucket(), TierKeys.tierDirectory(bucket.bucket()) + file.name());
    if (bytes.isEmpty() || bytes.get().length != file.bytes()) {
      return false;
    }
    held.put(bucket.bucket(), bucket);
    content.put(bucket.bucket(), new String(bytes.get(), UTF_8));
    return true;
  }
}
