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

/// A service that this version does not have: says so and fails, so that nobody relies on it.
@Command
final class NotYetCommand implements Callable<Integer> {
  // accepted, so that the message below is what one sees
  @Unmatched private final List<String> ignored = new ArrayList<>();

  private final String why;

  @Spec private @Nullable CommandSpec spec;

  private NotYetCommand(String why) {
    this.why = why;
  }

  static CommandLine of(String name, String description, String why) {
    var line = new CommandLine(new NotYetCommand(why));
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
    command.commandLine().getErr().println("goku %s: %s".formatted(command.name(), why));
    return 1;
  }
}
