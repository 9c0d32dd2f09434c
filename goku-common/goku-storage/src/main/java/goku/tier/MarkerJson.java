package goku.tier;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import java.io.IOException;

/// The JSON form of markers, indented for people. Stateless.
final class MarkerJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private MarkerJson() {}

  static byte[] write(Record marker) {
    try {
      return MAPPER.writeValueAsBytes(marker);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + marker, impossible);
    }
  }

  static <M> M read(byte[] json, String key, Class<M> type, int version) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      JsonNode found = tree == null ? null : tree.get("version");
      if (found == null || !found.isInt()) {
        throw new NotOursException(key, 0, "no version", "a marker, version " + version);
      }
      if (found.intValue() > version) {
        throw new OtherVersionException(key, 0, "version " + found, "at most " + version);
      }
      return MAPPER.treeToValue(tree, type);
    } catch (IOException broken) {
      String found = String.valueOf(broken.getMessage()).lines().findFirst().orElse("nothing");
      throw new CorruptException(key, 0, found, "a marker as JSON");
    }
  }
}
