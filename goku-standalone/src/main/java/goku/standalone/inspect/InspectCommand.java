package goku.standalone.inspect;

import goku.format.FormatException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku inspect FILE`, which prints a file's content or its problems.
@Command(name = "inspect", description = "prints the content of a file of Goku")
public final class InspectCommand implements Callable<Integer> {
  private final List<FileKind> kinds;

  @Parameters(paramLabel = "FILE", description = "The file.")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  /// @param recordsByCommand the configuration records by the names of their commands
  public InspectCommand(Map<String, Class<? extends Record>> recordsByCommand) {
    // narrower kinds first: the first kind that recognises a file describes it
    kinds =
        List.of(
            new NamespacesKind(),
            new ConfigKind(new TreeMap<>(recordsByCommand)),
            new BucketKind(),
            new SnapshotKind(),
            new MarkerKind(),
            new DeleteKind());
  }

  @Override
  public Integer call() throws IOException {
    Path inspected = Objects.requireNonNull(file);
    var line = Objects.requireNonNull(spec).commandLine();
    if (!Files.isReadable(inspected) || Files.isDirectory(inspected)) {
      line.getErr().println(inspected + ": cannot be read as a file");
      return 1;
    }
    for (FileKind kind : kinds) {
      if (kind.recognises(inspected)) {
        return describe(kind, inspected, line);
      }
    }
    refuse(line.getErr(), inspected);
    return 1;
  }

  private static int describe(FileKind kind, Path inspected, CommandLine line) throws IOException {
    try {
      line.getOut().print(kind.describe(inspected));
      line.getOut().flush();
      return 0;
    } catch (FormatException e) {
      line.getErr().println(inspected + ": " + e.getMessage());
      return 1;
    }
  }

  private void refuse(PrintWriter err, Path inspected) {
    err.println(inspected + ": unknown kind of file. Known kinds:");
    kinds.forEach(kind -> err.println("  " + kind.name()));
  }
}
