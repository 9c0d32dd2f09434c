package goku.longterm.read.access;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.format.sst.MetricEntry;
import goku.format.sst.SstKeys;
import goku.longterm.tier.StoredBucket;
import goku.model.NameText;
import goku.rpc.ShardUnavailableException;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;

/// The keys of one bucket in its database. Thread-safe.
public final class BucketDb {
  private final Manifest manifest;
  private final RocksDB db;
  private final Map<String, List<Tombstone>> deletes;
  private final SstKeys keys;
  private final OpenReads reads;
  private final Consumer<String> onDamage;

  public BucketDb(StoredBucket bucket, OpenReads reads) {
    manifest = bucket.manifest();
    db = bucket.db();
    deletes = bucket.deletes();
    onDamage = bucket.onDamage();
    keys = new SstKeys(bucket.keys());
    this.reads = reads;
  }

  public Manifest manifest() {
    return manifest;
  }

  /// Returns the deletes that the bucket was built without, by metric.
  public Map<String, List<Tombstone>> deletes() {
    return deletes;
  }

  public SstKeys keys() {
    return keys;
  }

  public RocksDB db() {
    return db;
  }

  public OpenReads reads() {
    return reads;
  }

  /// Returns the dictionary entry of a metric; empty when the bucket has no series of it.
  public Optional<MetricEntry> metric(String metric) {
    return Optional.ofNullable(get(keys.metric(NameText.bytes(metric)), MetricEntry::parse));
  }

  /// Returns the parsed value of a key, or null if the key is missing.
  public <T> @Nullable T get(byte[] key, Function<byte[], T> parser) {
    try {
      byte[] value = db.get(reads.gets(), key);
      return value == null ? null : parse(key, value, parser);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  public <T> T parse(byte[] key, byte[] value, Function<byte[], T> parser) {
    try {
      return parser.apply(value);
    } catch (FormatException e) {
      throw corrupt(key, e);
    }
  }

  /// Returns an iterator over the keys with the prefix, starting at the given key. It is closed
  /// with the selection.
  public RocksIterator iterator(byte[] from, byte[] prefix) {
    RocksIterator iterator = reads.iterator(db, SstKeys.behind(prefix));
    iterator.seek(from);
    return iterator;
  }

  /// Returns whether the iterator is at a key. Throws if the iterator ended by an error.
  public boolean isValid(RocksIterator iterator) {
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
      return false;
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /// Returns the error for a missing key that other data refer to. The bucket is set aside.
  public CorruptException missing(byte[] key) {
    onDamage.accept("key missing");
    return new CorruptException(where(key), 0, "nothing", "a value");
  }

  /// Returns the same error with the origin of the bytes. The bucket is set aside, unless another
  /// version of Goku wrote the value.
  public CorruptException corrupt(byte[] key, FormatException cause) {
    if (!(cause instanceof OtherVersionException)) {
      onDamage.accept(String.valueOf(cause.getMessage()));
    }
    var corrupt =
        new CorruptException(
            where(key), cause.offset(), "a broken value, " + cause.getMessage(), "a whole one");
    corrupt.initCause(cause);
    return corrupt;
  }

  /// Returns the error for a failed read. A corrupt block, which RocksDB knows from its checksum,
  /// has the bucket set aside: a later call is answered without it.
  public RuntimeException failed(RocksDBException cause) {
    if (cause.getStatus() != null && cause.getStatus().getCode() == Status.Code.Corruption) {
      onDamage.accept(String.valueOf(cause.getMessage()));
      return new ShardUnavailableException(
          "%d (a bucket of it is damaged, and is fetched again)".formatted(manifest.shard()));
    }
    return new IllegalStateException(
        "cannot read %s: %s; nothing was changed, other buckets are served".formatted(this, cause),
        cause);
  }

  private String where(byte[] key) {
    return "key %s of %s".formatted(HexFormat.of().formatHex(key), this);
  }

  @Override
  public String toString() {
    return "tier %d from %s generation %d of shard %d in %s"
        .formatted(
            manifest.tier(),
            Instant.ofEpochMilli(manifest.startMillis()),
            manifest.generation(),
            manifest.shard(),
            db.getName());
  }
}
