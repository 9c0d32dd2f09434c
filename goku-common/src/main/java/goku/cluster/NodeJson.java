package goku.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/// [NodeInfo] as JSON. Fields that a newer node adds are ignored, so that nodes of two versions can
/// share a directory during an upgrade.
final class NodeJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
          .configure(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES, true);

  private NodeJson() {}

  static byte[] write(NodeInfo info) {
    try {
      return MAPPER.writeValueAsBytes(info);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + info, impossible);
    }
  }

  static NodeInfo read(byte[] json) throws IOException {
    return MAPPER.readValue(json, NodeInfo.class);
  }
}
