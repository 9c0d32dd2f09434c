package goku.tier;

import java.util.List;

/// The marker of a bucket of a tier: it is complete, and what it consists of. The same content
/// gives the same bytes.
///
/// @param version of this format, 1
/// @param rollupMillis the interval of its rollups; 0 when it has none
/// @param series how many it has
/// @param points raw datapoints, or if it has none, rollups
/// @param inputs keys in S3 of what it was made of, ascending: those of deletes that were applied
///   too
public record Manifest(
    int version,
    String namespace,
    int shard,
    int tier,
    long startMillis,
    long lengthMillis,
    int generation,
    boolean raw,
    long rollupMillis,
    int series,
    long points,
    List<String> inputs,
    List<StoredFile> files) {
  public static final int VERSION = 1;

  public Manifest {
    inputs = List.copyOf(inputs);
    files = List.copyOf(files);
  }

  public BucketKey bucket() {
    return new BucketKey(shard, tier, startMillis, generation);
  }

  public long endMillis() {
    return startMillis + lengthMillis;
  }

  /// JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this);
  }

  /// Reads the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when it is none, or of a later version
  public static Manifest parse(byte[] json, String key) {
    return MarkerJson.read(json, key, Manifest.class, VERSION);
  }
}
