package goku.standalone.formats;

import goku.cluster.formats.FormatRegistry;
import goku.cluster.formats.Formats;
import goku.cluster.formats.LevelInForce;
import goku.cluster.status.FormatReport;
import goku.config.DataSize;
import goku.embedded.DataDirectory;
import goku.model.FormatLevel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// The command `goku cluster formats raise`, which raises the format level without waiting a day.
/// Exits with 1 if the level stays as it is because a node holds it back.
@Command(
    name = "raise",
    description =
        "raises the format level now, if every known node reads it; older builds no longer start"
            + " afterwards. A standalone process must be stopped first")
final class FormatsRaiseCommand implements Callable<Integer> {
  @ParentCommand private @Nullable FormatsCommand formats;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    FormatsCommand of = Objects.requireNonNull(formats);
    Instant now = InstantSource.system().instant();
    Path directory = of.directory();
    if (directory != null) {
      try (var data = DataDirectory.open(directory, new DataSize(0))) {
        LevelInForce level = DirectoryFormats.raise(data, FormatLevel.NEWEST, now);
        out.println("format level=%d is in force".formatted(level.level()));
        return 0;
      }
    }
    Optional<Formats> after =
        of.inCluster(
            cluster -> {
              var registry = new FormatRegistry(cluster);
              var _ = registry.raise(now);
              return registry.read();
            });
    after.map(FormatReport::lines).ifPresent(lines -> lines.forEach(out::println));
    return after.filter(one -> one.decision().holding().isEmpty()).isPresent() ? 0 : 1;
  }
}
