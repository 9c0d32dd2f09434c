package goku.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;

/// The marker of a complete shuffled bucket: there is a file for each shard of GokuL that the
/// bucket has series of. The same content gives the same bytes.
///
/// @param version version of this format: 1, or 2 with a checksum and with `coverage`
/// @param shard number of the shard of GokuS
/// @param groups, perGroup the sharding of GokuL that the files are for; if the sharding changes,
///   they are made again
/// @param coverage coverage of the finalized file; not stored in version 1
public record ShuffleMarker(
    int version,
    String namespace,
    int shard,
    long startMillis,
    long lengthMillis,
    int generation,
    int groups,
    int perGroup,
    List<StoredFile> files,
    Coverage coverage) {
  /// The latest version.
  public static final int VERSION = 2;

  /// The version without a checksum and a coverage.
  public static final int FIRST_VERSION = 1;

  private static final Map<String, JsonNode> LATER =
      Map.of("coverage", JsonNodeFactory.instance.textNode(Coverage.UNKNOWN.name()));

  public ShuffleMarker {
    files = List.copyOf(files);
  }

  /// Creates the marker of a file that does not state its coverage.
  public ShuffleMarker(
      int version,
      String namespace,
      int shard,
      long startMillis,
      long lengthMillis,
      int generation,
      int groups,
      int perGroup,
      List<StoredFile> files) {
    this(
        version,
        namespace,
        shard,
        startMillis,
        lengthMillis,
        generation,
        groups,
        perGroup,
        files,
        Coverage.UNKNOWN);
  }

  public BucketKey bucket() {
    return new BucketKey(shard, 0, startMillis, generation);
  }

  /// Returns the marker as JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this, version, LATER);
  }

  /// Parses the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when the content is not a marker or has a later version
  public static ShuffleMarker parse(byte[] json, String key) {
    return MarkerJson.read(json, key, ShuffleMarker.class, VERSION, LATER);
  }
}
