package goku.integration.hostile;

import goku.integration.hostile.AttackRun.Observed;
import goku.integration.hostile.AttackRun.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The table of all runs: times of the steady client in milliseconds before, during and after each
/// attack, and live bytes of the heap before and after it. Used by one thread.
final class AttackTable {
  private static final String TITLE =
      "| attack | put p50 | put p99 | query p50 | query p99 | live MiB | answers to the attack |";

  private final List<Result> results = new ArrayList<>();

  void add(Result result) {
    results.add(result);
    System.out.println(row(result));
    result.faults().forEach(fault -> System.out.println("  fault: " + fault));
  }

  /// Writes the table to a file and prints the slowest answer.
  void writeTo(Path file) {
    if (results.isEmpty()) {
      return; // no attack was selected
    }
    List<String> lines =
        new ArrayList<>(List.of(TITLE, "| --- | --- | --- | --- | --- | --- | --- |"));
    results.forEach(result -> lines.add(row(result)));
    lines.add("");
    lines.add(slowest("put", result -> result.during().puts().max()));
    lines.add(slowest("query", result -> result.during().queries().max()));
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lines.subList(lines.size() - 2, lines.size()).forEach(System.out::println);
  }

  private String slowest(String request, ToDoubleFunction<Result> max) {
    Result slowest = results.stream().max(Comparator.comparingDouble(max)).orElseThrow();
    return "slowest %s: %.0f ms during '%s'"
        .formatted(request, max.applyAsDouble(slowest), slowest.name());
  }

  private static String row(Result result) {
    return "| %s | %s | %s | %s | %s | %s | %s |"
        .formatted(
            result.name(),
            times(result, observed -> observed.puts().p50()),
            times(result, observed -> observed.puts().p99()),
            times(result, observed -> observed.queries().p50()),
            times(result, observed -> observed.queries().p99()),
            String.join(" ", result.liveBytes().stream().map(b -> "" + (b >> 20)).toList()),
            result.answers());
  }

  /// The times before, during and after.
  private static String times(Result result, ToDoubleFunction<Observed> time) {
    return "%s %s %s"
        .formatted(
            text(result.before(), time), text(result.during(), time), text(result.after(), time))
        .strip();
  }

  private static String text(@Nullable Observed observed, ToDoubleFunction<Observed> time) {
    return observed == null ? "" : "%.1f".formatted(time.applyAsDouble(observed));
  }
}
