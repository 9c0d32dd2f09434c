package goku.standalone;

import goku.namespace.NamespacesText;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goku namespaces check`: says whether a file is right, and if not, all that is wrong with it.
@Command(name = "check", description = "Says whether a namespaces file is right.")
final class NamespacesCheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Namespaces file.")
  private Path file = Path.of("");

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var text = NamespacesText.of(NamespacesText.read(file), file.toString());
    var all = text.namespaces().all();
    long prefixes = all.stream().mapToLong(one -> one.metrics().size()).sum();
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .println(
            "%s is right: namespaces %d, prefixes %d, version %s"
                .formatted(file, all.size(), prefixes, text.version()));
    return 0;
  }
}
