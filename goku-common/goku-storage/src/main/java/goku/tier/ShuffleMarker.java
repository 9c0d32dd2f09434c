package goku.tier;

import java.util.List;

/// The marker of a complete shuffled bucket: there is a file for each shard of GokuL that the
/// bucket has series of. The same content gives the same bytes.
///
/// @param version version of this format, 1
/// @param shard number of the shard of GokuS
/// @param groups, perGroup the sharding of GokuL that the files are for; if the sharding changes,
///   they are made again
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

  /// Returns the marker as JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this);
  }

  /// Parses the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when the content is not a marker or has a later version
  public static ShuffleMarker parse(byte[] json, String key) {
    return MarkerJson.read(json, key, ShuffleMarker.class, VERSION);
  }
}
