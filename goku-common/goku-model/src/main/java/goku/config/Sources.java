package goku.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The sources of a configuration. Later components take precedence.
///
/// @param file a YAML file; must exist
/// @param environment variables of the process; only those that begin with `GOKU_` are used
/// @param flags `--key=value`, `--key value`, and `--key` or `--no-key` for booleans
public record Sources(Optional<Path> file, Map<String, String> environment, List<String> flags) {
  public Sources {
    environment = Map.copyOf(environment);
    flags = List.copyOf(flags);
  }
}
