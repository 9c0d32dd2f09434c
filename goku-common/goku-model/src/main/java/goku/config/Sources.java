package goku.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where a configuration comes from; what stands later here wins.
///
/// @param file YAML; it must exist
/// @param environment the process's; what does not begin with `GOKU_` is ignored
/// @param flags `--key=value`, `--key value`, and `--key` or `--no-key` for booleans
public record Sources(Optional<Path> file, Map<String, String> environment, List<String> flags) {
  public Sources {
    environment = Map.copyOf(environment);
    flags = List.copyOf(flags);
  }
}
