package goku.root.conformance.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.function.Executable;

/// The cases that we answer otherwise than OpenTSDB, each with the reason. Such a case counts as
/// skipped; one that is answered as recorded although it is listed fails, so that the lists tell
/// the truth.
public final class Differences {
  private final Map<String, String> reasons = new HashMap<>();

  /// Reads lists: lines of case ids, below a line beginning with `#` that tells the reason.
  ///
  /// @param names of files in the corpus: `differences`, and `leniencies` where they are on
  public Differences(String... names) {
    for (String name : names) {
      read(name + ".txt");
    }
    Set<String> unknown = new HashSet<>(reasons.keySet());
    Corpus.FILES.forEach(file -> Corpus.cases(file).forEach(known -> unknown.remove(known.id())));
    if (!unknown.isEmpty()) {
      throw new IllegalStateException("no such cases: " + unknown);
    }
  }

  /// Holds a case to what was recorded, or to differing as listed.
  ///
  /// @param check asks and compares; throws an `AssertionError` that tells how the answers differ
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
