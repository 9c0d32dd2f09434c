package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// values.yaml and values.schema.json tell of the same values.
class ValuesTest {
  private static final Path VALUES = Chart.OURS.directory().resolve("values.yaml");

  /// The values that are empty by default.
  private static final Pattern IS_FREE =
      Pattern.compile(
          "/global|/namespaces/|/serviceMonitor/access/|/httpRoute/timeouts/|/networkPolicy/egress/rules/|/.*/tolerations/");

  private static final YAMLMapper YAML = new YAMLMapper();

  private final JsonNode schema;

  ValuesTest() throws IOException {
    schema = YAML.readTree(Chart.OURS.directory().resolve("values.schema.json").toFile());
  }

  @Test
  void everyValueOfTheSchemaHasADefaultAndADescription() throws IOException {
    List<String> missing = new ArrayList<>();
    compare(schema, YAML.readTree(VALUES.toFile()), "", missing);

    assertThat(missing).isEmpty();
  }

  @Test
  void thePageOfValuesStaysShortAndBeginsEachSectionWithAComment() throws IOException {
    List<String> lines = Files.readAllLines(VALUES);

    assertThat(lines).hasSizeLessThan(330);
    for (int line = 1; line < lines.size(); line++) {
      if (lines.get(line).matches("[a-zA-Z].*")) {
        assertThat(lines.get(line - 1)).as("above " + lines.get(line)).startsWith("# ");
      }
    }
  }

  private void compare(JsonNode type, JsonNode value, String path, List<String> missing) {
    JsonNode resolved = resolve(type);
    if (!type.has("description") && !resolved.has("description") && !path.isEmpty()) {
      missing.add("no description: " + path);
    }
    for (var property : resolved.path("properties").properties()) {
      String name = path + "/" + property.getKey();
      JsonNode inner = value.path(property.getKey());
      if (inner.isMissingNode() && !IS_FREE.matcher(name).lookingAt()) {
        missing.add("no default: " + name);
      } else {
        compare(property.getValue(), inner, name, missing);
      }
    }
  }

  private JsonNode resolve(JsonNode type) {
    return type.has("$ref") ? schema.at(type.get("$ref").asText().substring(1)) : type;
  }
}
