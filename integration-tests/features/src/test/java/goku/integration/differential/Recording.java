package goku.integration.differential;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.integration.fixture.Accepted;
import goku.integration.fixture.HttpWire;
import goku.root.conformance.comparison.Comparison;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.Shift;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Random requests with the answers of OpenTSDB 2.4.1, a line of JSON each, gzipped. They are
/// compared where no OpenTSDB runs. The recording has only requests that Goku answers alike.
final class Recording {
  /// The seed of the data.
  static final long SEED = 4301;

  private static final String NAME = "/differential/recorded.jsonl.gz";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Recording() {}

  static void write(Path file, List<JsonNode> cases) throws IOException {
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      for (JsonNode recorded : cases) {
        out.write((recorded + "\n").getBytes(UTF_8));
      }
    }
  }

  static List<RecordedCase> read() {
    try (InputStream in = Recording.class.getResourceAsStream(NAME);
        var lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(in), UTF_8))) {
      List<RecordedCase> cases = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        cases.add(new RecordedCase(JSON.readTree(line)));
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns whether the answer stays right when the times are moved: the changes between summer
  /// and winter time do not move.
  static boolean suits(RecordedCase recorded, Shift shift) {
    return shift.equals(Shift.NONE) || !recorded.json().toString().contains("timezone");
  }

  static void check(RecordedCase recorded, Server server, Shift shift) {
    HttpWire.Reply reply = Accepted.reply(() -> server.ask(recorded.request(), shift));
    new Comparison(recorded, shift, Instant.now())
        .check(reply.status(), reply.contentType(), reply.text());
  }
}
