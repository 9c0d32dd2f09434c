package goku.tier;

import java.util.List;

/// The marker of a complete bucket of a tier, with its content. The same content gives the same
/// bytes.
///
/// @param version version of this format, 1
/// @param rollupMillis the interval of its rollups; 0 if it has none
/// @param series number of series
/// @param points number of raw datapoints, or of rollups if it has no raw datapoints
/// @param inputs S3 keys of the inputs, ascending, including applied deletes
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

  /// Returns the manifest as JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this);
  }

  /// Parses the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when the content is not a manifest or has a later version
  public static Manifest parse(byte[] json, String key) {
    return MarkerJson.read(json, key, Manifest.class, VERSION);
  }
}
