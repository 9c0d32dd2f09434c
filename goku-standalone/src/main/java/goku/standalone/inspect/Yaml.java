package goku.standalone.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;

/// The distinction between kinds of YAML files.
final class Yaml {
  private Yaml() {}

  static boolean isYaml(Path file) {
    String name = file.toString();
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  static boolean hasListOfNamespaces(Path file) throws IOException {
    return isYaml(file) && tree(file).path("namespaces").isArray();
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return new YAMLMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      // the kind that accepts the file reports the place of the error
      return MissingNode.getInstance();
    }
  }
}
