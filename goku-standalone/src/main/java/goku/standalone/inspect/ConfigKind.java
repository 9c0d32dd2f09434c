package goku.standalone.inspect;

import goku.config.ConfigLoader;
import goku.config.ConfigProblems;
import goku.config.ConfigText;
import goku.config.Sources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A configuration file, of the command whose keys match it best.
final class ConfigKind implements FileKind {
  private final Map<String, Class<? extends Record>> recordsByCommand;

  ConfigKind(Map<String, Class<? extends Record>> recordsByCommand) {
    this.recordsByCommand = recordsByCommand;
  }

  @Override
  public String name() {
    return "a configuration file (.yaml) of goku " + String.join(", ", recordsByCommand.keySet());
  }

  @Override
  public boolean recognises(Path file) {
    return Yaml.isYaml(file);
  }

  @Override
  public String describe(Path file) {
    var sources = new Sources(Optional.of(file), Map.of(), List.of());
    @Nullable ConfigProblems fewest = null;
    for (var entry : recordsByCommand.entrySet()) {
      try {
        String text = ConfigText.of(ConfigLoader.load(entry.getValue(), sources));
        return "configuration of goku %s%n%s".formatted(entry.getKey(), text);
      } catch (ConfigProblems problems) {
        if (fewest == null || problems.problems().size() < fewest.problems().size()) {
          fewest = problems;
        }
      }
    }
    throw fewest == null ? new IllegalStateException("no command has a configuration") : fewest;
  }
}
