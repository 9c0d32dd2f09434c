package goku.tier;

import java.util.List;

/// The marker of a shuffled bucket: the files of all shards of GokuL that it has series of are
/// there. The same content gives the same bytes.
///
/// @param version of this format, 1
/// @param shard of GokuS
/// @param groups, perGroup the sharding of GokuL that the files are for: with another, they are
///   made again
public record ShuffleMarker(
    int version,
    String namespace,
    int shard,
    long startMillis,
    long lengthMillis,
    int generation,
    int groups,
    int perGroup,
    List<StoredFile> files) {
  public static final int VERSION = 1;

  public ShuffleMarker {
    files = List.copyOf(files);
  }

  public BucketKey bucket() {
    return new BucketKey(shard, 0, startMillis, generation);
  }

  /// JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this);
  }

  /// Reads the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when it is none, or of a later version
  public static ShuffleMarker parse(byte[] json, String key) {
    return MarkerJson.read(json, key, ShuffleMarker.class, VERSION);
  }
}
