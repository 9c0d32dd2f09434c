package goku.standalone;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// A service of the tiers on disk, which this version does not have: says so and fails, so that
/// nobody believes data to be kept that is not.
@Command
final class LaterTiersCommand implements Callable<Integer> {
  // accepted, so that the message below is what one sees
  @Unmatched private final List<String> ignored = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  static CommandLine of(String name, String description) {
    var line = new CommandLine(new LaterTiersCommand());
    line.getCommandSpec()
        .name(name)
        .usageMessage()
        .customSynopsis("goku " + name)
        .description(description, "Not in this version.");
    return line;
  }

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    command
        .commandLine()
        .getErr()
        .println(
            "goku %s: tiers 1 to 5 are not in this version; data lives in memory for each"
                    .formatted(command.name())
                + " namespace's memory-ttl");
    return 1;
  }
}
