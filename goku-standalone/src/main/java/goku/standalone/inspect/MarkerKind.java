package goku.standalone.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import goku.config.DurationText;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// The marker `complete.json` of a bucket of a tier, or of a shuffled one.
final class MarkerKind implements FileKind {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String name() {
    return "the marker of a bucket of a tier or of a shuffled bucket (complete.json)";
  }

  @Override
  public boolean recognises(Path file) throws IOException {
    if (!file.toString().endsWith(".json")) {
      return false;
    }
    JsonNode tree = tree(file);
    return tree.has("version") && tree.has("generation") && tree.has("files");
  }

  @Override
  public String describe(Path file) throws IOException {
    byte[] json = Files.readAllBytes(file);
    return tree(file).has("tier")
        ? describe(Manifest.parse(json, file.toString()))
        : describe(ShuffleMarker.parse(json, file.toString()));
  }

  private static String describe(Manifest manifest) {
    return """
    complete bucket of tier %d, namespace %s, shard %d, generation %d
      from %s for %s
      %d series, %d %s%s
    %s  made of %d inputs:
    %s\
    """
        .formatted(
            manifest.tier(),
            manifest.namespace(),
            manifest.shard(),
            manifest.generation(),
            Instant.ofEpochMilli(manifest.startMillis()),
            print(manifest.lengthMillis()),
            manifest.series(),
            manifest.points(),
            manifest.raw() ? "raw datapoints" : "rollups",
            manifest.rollupMillis() == 0
                ? ", no rollups"
                : ", rollups of " + print(manifest.rollupMillis()),
            files(manifest.files()),
            manifest.inputs().size(),
            manifest.inputs().stream().map("    %s%n"::formatted).collect(Collectors.joining()));
  }

  private static String describe(ShuffleMarker marker) {
    return """
    complete shuffled bucket of namespace %s, shard %d in memory, generation %d
      from %s for %s
      for %d shard groups of %d on disk
    %s\
    """
        .formatted(
            marker.namespace(),
            marker.shard(),
            marker.generation(),
            Instant.ofEpochMilli(marker.startMillis()),
            print(marker.lengthMillis()),
            marker.groups(),
            marker.perGroup(),
            files(marker.files()));
  }

  private static String files(List<StoredFile> files) {
    String each =
        files.stream()
            .map(
                file ->
                    "    %s, %d bytes, XXH3 %s%n"
                        .formatted(file.name(), file.bytes(), file.checksum()))
            .collect(Collectors.joining());
    return "  %d files:%n%s".formatted(files.size(), each);
  }

  private static String print(long millis) {
    return DurationText.print(Duration.ofMillis(millis));
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
