package goku.standalone.block;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `goku block remove`.
@Command(name = "remove", description = "unblocks metrics; their remaining data is visible again")
final class BlockRemoveCommand extends BlocksClient implements Callable<Integer> {
  @Parameters(
      paramLabel = "METRIC",
      arity = "1..*",
      description = "names or prefixes, as they were blocked")
  private List<String> metrics = new ArrayList<>();

  @Option(names = "--prefix", description = "remove rules that were added with --prefix")
  private boolean prefix;

  @Override
  public Integer call() throws InterruptedException {
    int exit = 0;
    for (String metric : metrics) {
      Map<String, String> rule = Map.of("metric", metric, "prefix", Boolean.toString(prefix));
      exit = ask("DELETE", rule, "") == null ? 1 : exit;
    }
    return exit;
  }
}
