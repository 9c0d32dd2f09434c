package goku.standalone.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.formats.FormatJson;
import goku.cluster.formats.FormatNode;
import goku.cluster.formats.LevelInForce;
import goku.embedded.StartupProblem;
import goku.format.PartFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The file `formats.json` of a data directory, described in the package. Replaced as a whole.
final class FormatFile {
  static final String NAME = "formats.json";

  /// The name of the only node.
  static final String NODE = "standalone";

  private static final int VERSION = 1;
  private static final String CHECKSUM = "checksum";
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path path;

  /// The content of the file.
  ///
  /// @param build the formats of the build that ran last
  record Content(LevelInForce inForce, FormatNode build) {}

  FormatFile(Path root) {
    this.path = root.resolve(NAME);
  }

  /// Returns the content; empty without a file.
  ///
  /// @throws IOException if the file cannot be read, or its content is wrong
  Optional<Content> read() throws IOException {
    try {
      return Optional.of(content(Files.readAllBytes(path)));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  /// Returns the content, which is required to start; empty without a file.
  ///
  /// @throws StartupProblem if the file cannot be read, or its content is wrong
  Optional<Content> require() {
    try {
      return read();
    } catch (IOException unreadable) {
      throw new StartupProblem(
          ("cannot read %s: %s; if no newer build wrote to this directory, write the file anew with"
                  + " `goku cluster formats raise --data=%s`")
              .formatted(path, unreadable.getMessage(), path.getParent()),
          unreadable);
    }
  }

  /// Replaces the content.
  ///
  /// @throws StartupProblem if the file cannot be written
  void write(Content content) {
    ObjectNode object = MAPPER.createObjectNode().put("version", VERSION);
    FormatJson.put(object, content.inForce());
    FormatJson.put(object.putObject("build"), content.build());
    object.put(CHECKSUM, checksum(object));
    try (var file = new PartFile(path)) {
      file.write(ByteBuffer.wrap((object + "\n").getBytes(UTF_8)), 0);
      file.publish();
    } catch (IOException failed) {
      throw new StartupProblem(
          "cannot write file=%s: %s; make its directory writable for this user"
              .formatted(path, failed.getMessage()),
          failed);
    }
  }

  private static Content content(byte[] json) throws IOException {
    JsonNode root = MAPPER.readTree(json);
    int version = root == null ? 0 : root.path("version").asInt();
    if (version != VERSION || !(root instanceof ObjectNode object)) {
      throw new IOException("version must be %d, found %d".formatted(VERSION, version));
    }
    String stated = object.path(CHECKSUM).asText();
    object.remove(CHECKSUM);
    String actual = checksum(object);
    if (!stated.equals(actual)) {
      throw new IOException("checksum must be %s, found %s".formatted(actual, stated));
    }
    return new Content(FormatJson.level(object), FormatJson.node(NODE, object.path("build")));
  }

  private static String checksum(ObjectNode object) {
    var crc = new CRC32C();
    crc.update(object.toString().getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
