package goku.root.conformance.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.function.Executable;

/// The cases that Goku answers differently from OpenTSDB, with reasons. Such a case counts as
/// skipped. A listed case that is answered as recorded fails, so that the lists stay correct.
public final class Differences {
  private final Map<String, String> reasons = new HashMap<>();

  /// Reads lists: lines of case ids, each list below a line with `#` and the reason.
  ///
  /// @param names files of the corpus: `differences`, and `leniencies` if they are enabled
  public Differences(String... names) {
    this(Corpus.FILES, List.of(names));
  }

  /// @param files the files of cases to which the lists belong
  public Differences(List<String> files, List<String> names) {
    for (String name : names) {
      read(name + ".txt");
    }
    Set<String> unknown = new HashSet<>(reasons.keySet());
    files.forEach(file -> Corpus.cases(file).forEach(known -> unknown.remove(known.id())));
    if (!unknown.isEmpty()) {
      throw new IllegalStateException("no such cases: " + unknown);
    }
  }

  /// Checks that a case is answered as recorded, or differs if it is listed.
  ///
  /// @param check sends the request and throws an `AssertionError` if the answer differs
  public void judge(RecordedCase recorded, Executable check) throws Throwable {
    String reason = reasons.get(recorded.id());
    try {
      check.execute();
    } catch (AssertionError e) {
      Assumptions.assumeTrue(reason == null, reason);
      Assumptions.assumeFalse(recorded.showsQuirk(), "a quirk of OpenTSDB: " + e.getMessage());
      throw e;
    }
    if (reason != null) {
      throw new AssertionError(
          "is listed as a difference (%s), but is answered as recorded: take it off the list"
              .formatted(reason));
    }
  }

  private void read(String name) {
    try (InputStream in = Corpus.open(name)) {
      String reason = "";
      for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
        if (line.startsWith("#")) {
          reason = line.substring(1).trim();
        } else if (!line.isBlank()) {
          reasons.put(line.trim(), reason);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
