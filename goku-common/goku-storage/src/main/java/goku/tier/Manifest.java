package goku.tier;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import goku.model.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The marker of a complete bucket of a tier, with its content. The same content gives the same
/// bytes.
///
/// @param version version of this format: 1, or 2 with a checksum and with `consumed`
/// @param rollupMillis the interval of its rollups; 0 if it has none
/// @param series number of series
/// @param points number of raw datapoints, or of rollups if it has no raw datapoints
/// @param inputs S3 keys of the inputs, ascending, including applied deletes
/// @param consumed the windows of GokuS in it, by shard of GokuS, ascending; not stored in version
///   1
/// @param incomplete those of them that lack datapoints, ascending; not stored in version 1, nor if
///   there is none. Earlier builds of version 2 ignore it
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
    List<StoredFile> files,
    List<ConsumedWindows> consumed,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<IncompleteWindow> incomplete) {
  /// The latest version.
  public static final int VERSION = 2;

  /// The version that does not state the consumed windows.
  public static final int FIRST_VERSION = 1;

  private static final Map<String, JsonNode> LATER =
      Map.of(
          "consumed",
          JsonNodeFactory.instance.arrayNode(),
          "incomplete",
          JsonNodeFactory.instance.arrayNode());

  public Manifest {
    inputs = List.copyOf(inputs);
    files = List.copyOf(files);
    consumed = List.copyOf(consumed);
    incomplete = List.copyOf(incomplete);
  }

  /// Creates the manifest of a bucket without incomplete windows.
  public Manifest(
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
      List<StoredFile> files,
      List<ConsumedWindows> consumed) {
    this(
        version,
        namespace,
        shard,
        tier,
        startMillis,
        lengthMillis,
        generation,
        raw,
        rollupMillis,
        series,
        points,
        inputs,
        files,
        consumed,
        List.of());
  }

  /// Creates the manifest of a bucket whose windows of GokuS are unknown.
  public Manifest(
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
    this(
        version,
        namespace,
        shard,
        tier,
        startMillis,
        lengthMillis,
        generation,
        raw,
        rollupMillis,
        series,
        points,
        inputs,
        files,
        List.of());
  }

  /// Returns the manifest with other incomplete windows.
  public Manifest lacking(List<IncompleteWindow> windows) {
    return new Manifest(
        version,
        namespace,
        shard,
        tier,
        startMillis,
        lengthMillis,
        generation,
        raw,
        rollupMillis,
        series,
        points,
        inputs,
        files,
        consumed,
        windows);
  }

  public BucketKey bucket() {
    return new BucketKey(shard, tier, startMillis, generation);
  }

  public long endMillis() {
    return startMillis + lengthMillis;
  }

  /// Returns the windows of a shard of GokuS; empty if they are unknown.
  public Optional<ConsumedWindows> consumedOf(int memoryShard) {
    return consumed.stream().filter(windows -> windows.shard() == memoryShard).findFirst();
  }

  /// Returns the generation of the finalized file that the bucket consumed of a window of GokuS,
  /// `ConsumedWindows.NONE` if there was no file, or `UNKNOWN`. Manifests of version 1 tell it by
  /// the keys of their inputs, which in tier 1 name all windows.
  public int consumedGeneration(int memoryShard, long windowStartMillis) {
    int window = (int) ((windowStartMillis - startMillis) / Tier.MEMORY_BUCKET.toMillis());
    int stated =
        consumedOf(memoryShard)
            .map(windows -> windows.generations().get(window))
            .orElse(ConsumedWindows.UNKNOWN);
    return stated != ConsumedWindows.UNKNOWN
        ? stated
        : inputs.stream()
            .flatMap(key -> TierKeys.parseShuffled(key).stream())
            .map(TierKeys.Entry::bucket)
            .filter(input -> input.shard() == memoryShard)
            .filter(input -> input.startMillis() == windowStartMillis)
            .mapToInt(BucketKey::generation)
            .reduce(tier == 1 ? ConsumedWindows.NONE : ConsumedWindows.UNKNOWN, Math::max);
  }

  /// Returns whether the bucket has what a file of a window of GokuS has, or more. A bucket that
  /// does not tell what it consumed has it.
  public boolean hasConsumed(BucketKey file) {
    if (file.startMillis() < startMillis || file.startMillis() >= endMillis()) {
      return false;
    }
    int generation = consumedGeneration(file.shard(), file.startMillis());
    return generation == ConsumedWindows.UNKNOWN || generation >= file.generation();
  }

  /// Returns the manifest as JSON.
  public byte[] toBytes() {
    return MarkerJson.write(this, version, LATER);
  }

  /// Parses the content of the object with the key.
  ///
  /// @throws goku.format.FormatException when the content is not a manifest or has a later version
  public static Manifest parse(byte[] json, String key) {
    return MarkerJson.read(json, key, Manifest.class, VERSION, LATER);
  }
}
