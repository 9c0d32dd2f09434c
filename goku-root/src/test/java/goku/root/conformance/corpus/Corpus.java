package goku.root.conformance.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// The recorded cases, one file per subject.
public final class Corpus {
  /// The files `cases-<name>.json` in the order of recording, because some cases write.
  public static final List<String> FILES =
      List.of(
          "agg",
          "calendar",
          "downsample",
          "edges",
          "error",
          "exp",
          "fill",
          "filter",
          "gexp",
          "last",
          "lookup",
          "misc",
          "options",
          "put",
          "rate",
          "suggest",
          "telnet",
          "time");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Corpus() {}

  public static List<RecordedCase> cases(String file) {
    try (InputStream in = open("cases-" + file + ".json")) {
      List<RecordedCase> cases = new ArrayList<>();
      for (JsonNode json : JSON.readTree(in)) {
        cases.add(new RecordedCase(json));
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  static InputStream open(String name) {
    InputStream in = Corpus.class.getResourceAsStream("/conformance/" + name);
    if (in == null) {
      throw new IllegalStateException("the corpus has no file " + name);
    }
    return in;
  }
}
