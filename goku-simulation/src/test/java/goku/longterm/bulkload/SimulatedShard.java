package goku.longterm.bulkload;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.FormatException;
import goku.longterm.tier.Coverage;
import goku.longterm.tier.Wanted;
import goku.longterm.tier.Window;
import goku.model.Disk;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.testkit.disk.SimulatedDisk;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Retention;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// A shard of GokuL that follows S3 by the plans of the product. Its store is in memory and keeps
/// the only file of each bucket.
public final class SimulatedShard {
  private final Supplier<Namespace> namespace;
  private final ObjectStore store;
  private final BucketListing listing;
  private final SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(1));
  private final Map<BucketKey, Manifest> held = new HashMap<>();
  private final Map<BucketKey, String> content = new HashMap<>();

  private Optional<Retention> retention = Optional.empty();
  private Collection<BucketKey> finalized = List.of();
  private List<Manifest> wanted = List.of();
  private boolean listed;

  /// The last listing.
  private BucketListing.Found found =
      new BucketListing.Found(List.of(), List.of(), List.of(), List.of());

  public SimulatedShard(Supplier<Namespace> namespace, ObjectStore store) {
    this.namespace = namespace;
    this.store = store;
    listing = new BucketListing(store, namespace.get(), 0);
  }

  /// Lists S3, loads a bucket at a time, and drops what is due after each.
  public void poll(Instant now) {
    try {
      retention =
          store
              .get(namespace.get().s3Bucket(), Retention.KEY)
              .map(json -> Retention.parse(json, Retention.KEY));
    } catch (FormatException damaged) {
      return; // nothing may go
    }
    finalized = FinalizedFiles.of(store, namespace.get(), now);
    found = listing.read(held.values());
    listed = true;
    List<Manifest> stored = found.manifests();
    wanted = settle(stored, now);
    for (Manifest bucket : wanted) {
      if (download(bucket)) {
        var _ = settle(stored, now);
      }
    }
    wanted = settle(stored, now);
  }

  /// Returns what the shard states in the shard map that it does not have.
  public Holes outside() {
    return Coverage.stated(missing()).plus(Coverage.notYet(held.values()));
  }

  /// Returns what marks answers.
  public Holes holes() {
    return missing()
        .plus(Coverage.notYet(held.values()).minus(missing()))
        .plus(Coverage.lost(held.values()));
  }

  private Holes missing() {
    return listed
        ? Coverage.missing(new Wanted(windows(), wanted, finalized), held.values())
        : Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY);
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

  /// Returns whether an answer about a time is marked: it is after the begin of a window that S3
  /// has and that is not here.
  public boolean isMarked(long millis) {
    return windows().stream()
        .filter(window -> window.startMillis() <= millis)
        .anyMatch(window -> !isHere(window));
  }

  private List<Window> windows() {
    List<Window> windows = new ArrayList<>(found.unknown());
    found
        .manifests()
        .forEach(bucket -> windows.add(new Window(bucket.startMillis(), bucket.endMillis())));
    return windows;
  }

  private boolean isHere(Window window) {
    long reached = window.startMillis();
    List<Manifest> ascending =
        held.values().stream().sorted(Comparator.comparingLong(Manifest::startMillis)).toList();
    for (Manifest bucket : ascending) {
      if (bucket.startMillis() <= reached) {
        reached = Math.max(reached, bucket.endMillis());
      }
    }
    return reached >= window.endMillis();
  }

  /// Returns the complete buckets of S3 whose time is kept and not here.
  public List<String> gaps(long nowMillis) {
    long ttlMillis = namespace.get().disk().map(Disk::ttl).orElse(Duration.ZERO).toMillis();
    return found.manifests().stream()
        .filter(bucket -> bucket.endMillis() + ttlMillis > nowMillis)
        .filter(bucket -> !isHere(new Window(bucket.startMillis(), bucket.endMillis())))
        .map(bucket -> bucket.bucket().toString())
        .toList();
  }

  public List<BucketKey> buckets() {
    return held.keySet().stream().sorted().toList();
  }

  private List<Manifest> settle(List<Manifest> stored, Instant now) {
    BulkLoadPlan plan =
        BulkLoadPlan.of(stored, List.copyOf(held.values()), namespace.get(), retention, now);
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
    if (bytes.isEmpty() || !isWhole(file, bytes.get())) {
      return false;
    }
    held.put(bucket.bucket(), bucket);
    content.put(bucket.bucket(), new String(bytes.get(), UTF_8));
    return true;
  }

  private boolean isWhole(StoredFile file, byte[] bytes) {
    try {
      file.verify(Files.write(disk.root().resolve("download"), bytes), file.name());
      return true;
    } catch (FormatException damaged) {
      return false;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
