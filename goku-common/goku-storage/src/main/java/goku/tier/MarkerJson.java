package goku.tier;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;

/// The JSON form of markers, indented for people. Stateless.
///
/// From version 2 on the last member is `checksum`: XXH3 of all bytes before its name, 16
/// hexadecimal digits. A reader verifies the bytes and ignores members that it does not know, so a
/// member of a later version is no corruption, and a changed byte is.
final class MarkerJson {
  /// The last version without a checksum.
  private static final int WITHOUT_CHECKSUM = 1;

  private static final String CHECKSUM = "checksum";
  private static final String NAME = "\"" + CHECKSUM + "\"";

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private MarkerJson() {}

  /// @param version version of the format
  /// @param later members that version 1 does not have, with their values in version 1
  static byte[] write(Record marker, int version, Map<String, JsonNode> later) {
    try {
      ObjectNode tree = MAPPER.valueToTree(marker);
      if (version <= WITHOUT_CHECKSUM) {
        tree.remove(later.keySet());
        return MAPPER.writeValueAsBytes(tree);
      }
      // the digits take the place of those that are not known before all other bytes are
      tree.put(CHECKSUM, digits(0));
      byte[] json = MAPPER.writeValueAsBytes(tree);
      int end = checksumName(json);
      tree.put(CHECKSUM, digits(Hashing.xxh3_64().hashBytesToLong(json, 0, end)));
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + marker, impossible);
    }
  }

  /// @param version the latest version that can be read
  /// @param later members that a marker may lack, with their values then
  static <M> M read(
      byte[] json, String key, Class<M> type, int version, Map<String, JsonNode> later) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      JsonNode found = tree == null ? null : tree.get("version");
      if (found == null || !found.isInt() || found.intValue() < 1) {
        throw new NotOursException(key, 0, "no version", "a marker, version " + version);
      }
      boolean stated = verify(json, tree, key);
      if (found.intValue() > version) {
        throw new OtherVersionException(key, 0, "version " + found, "at most " + version);
      }
      if (found.intValue() > WITHOUT_CHECKSUM && !stated) {
        throw new CorruptException(key, json.length, "no checksum", "one in version " + found);
      }
      later.forEach(((ObjectNode) tree)::putIfAbsent);
      return MAPPER.treeToValue(tree, type);
    } catch (IOException broken) {
      String found = String.valueOf(broken.getMessage()).lines().findFirst().orElse("nothing");
      throw new CorruptException(key, 0, found, "a marker as JSON");
    }
  }

  /// Verifies the checksum, and returns whether there is one.
  private static boolean verify(byte[] json, JsonNode tree, String key) {
    JsonNode stated = tree.get(CHECKSUM);
    if (stated == null) {
      return false;
    }
    int end = checksumName(json);
    String actual = digits(Hashing.xxh3_64().hashBytesToLong(json, 0, end));
    if (!stated.asText().equals(actual)) {
      throw new CorruptException(key, end, "checksum " + stated.asText(), actual);
    }
    return true;
  }

  /// Returns the offset of the name of the last member.
  private static int checksumName(byte[] json) {
    return Math.max(0, new String(json, ISO_8859_1).lastIndexOf(NAME));
  }

  private static String digits(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }
}
