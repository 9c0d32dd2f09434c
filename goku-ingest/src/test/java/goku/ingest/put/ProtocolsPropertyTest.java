package goku.ingest.put;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.ingest.Points;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.parse.Rejection;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.Intake;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.clients.producer.MockProducer;
import org.jspecify.annotations.Nullable;

/// Random texts of good and bad datapoints: every protocol stores exactly the good ones.
class ProtocolsPropertyTest {
  private static final String NOW = "1700000000";

  /// A datapoint in parts, each as JSON. Bytes are written as Latin-1, so that they can be no
  /// UTF-8.
  private record Part(String metric, String timestamp, String value, String tags) {
    String json() {
      return "{\"metric\":\"%s\",\"timestamp\":%s%s,\"tags\":{%s}}"
          .formatted(metric, timestamp, value.isEmpty() ? "" : ",\"value\":" + value, tags);
    }

    String line() {
      String pairs = tags.replace("\":\"", "=").replace("\",\"", " ").replace("\"", "");
      return "put " + String.join(" ", metric, timestamp.replace("\"", ""), value, pairs).trim();
    }
  }

  private static Part good(int number) {
    return new Part("m", NOW, Integer.toString(number), "\"a\":\"b\"");
  }

  private static final List<Part> BAD =
      List.of(
          new Part("m", NOW, "NaN", "\"a\":\"b\""),
          new Part("m", NOW, "-Infinity", "\"a\":\"b\""),
          new Part("m", NOW, "0x1F", "\"a\":\"b\""),
          new Part("m", NOW, "", "\"a\":\"b\""),
          new Part("m\u00ff", NOW, "1", "\"a\":\"b\""),
          new Part("m", NOW, "1", "\"a\":\"\u00c0\u00af\""),
          new Part("m\u0001x", NOW, "1", "\"a\":\"b\""),
          new Part("m", NOW, "1", "\"a\":\"\""),
          new Part("m", "1690000000", "1", "\"a\":\"b\""),
          new Part("m", "1800000000", "1", "\"a\":\"b\""),
          new Part("m", "\"yesterday\"", "1", "\"a\":\"b\""),
          new Part("m", NOW, "1", "\"a\u0001\":\"c\""));

  private final PutSettings settings = PutFixture.settings(Points.RULES);
  private final IngestMetrics metrics = new IngestMetrics(new SimpleMeterRegistry(), "test");

  @Property(tries = 1000)
  void exactlyTheGoodDatapointsAreStored(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    List<Part> parts = new ArrayList<>();
    List<String> good = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      boolean isGood = random.nextBoolean();
      parts.add(isGood ? good(i) : BAD.get(random.nextInt(BAD.size())));
      if (isGood) {
        good.add("m a=b @1700000000000 " + i + ".0");
      }
    }
    String array = parts.stream().map(Part::json).collect(Collectors.joining(", ", "[", "]"));
    String values = parts.stream().map(Part::json).collect(Collectors.joining("\n"));
    String lines = parts.stream().map(Part::line).collect(Collectors.joining("\n"));
    int bad = parts.size() - good.size();
    check(good, bad, http(array));
    check(good, bad, http(values));
    check(good, bad, kafka(array));
    check(good, bad, kafka(values));
    check(good, bad, kafka(lines));
    check(good, bad, telnet(lines));
  }

  private record Result(List<String> stored, long refused) {}

  private static void check(List<String> good, int bad, Result result) {
    assertThat(result.stored).containsExactlyInAnyOrderElementsOf(good);
    assertThat(result.refused).isEqualTo(bad);
  }

  private Result http(String body) throws IOException {
    MockProducer<byte[], byte[]> kafka = PutFixture.kafka(true);
    var request =
        new HttpRequest(
            "POST",
            "/api/put",
            Map.of("details", List.of("")),
            Map.of(),
            body.getBytes(ISO_8859_1),
            "test");
    HttpResponse answer =
        new PutHandler(settings, PutKind.DATAPOINTS, kafka, metrics).handle(request);
    var out = new ByteArrayOutputStream();
    answer.body().writeTo(out);
    return new Result(PutFixture.stored(kafka), errors(out.toByteArray()));
  }

  /// Returns the number of errors of an answer, which must be JSON.
  private static long errors(byte[] answer) throws IOException {
    long found = 0;
    try (JsonParser json = new JsonFactory().createParser(answer)) {
      while (json.nextToken() != null) {
        found += "error".equals(json.currentName()) && json.currentToken().isScalarValue() ? 1 : 0;
      }
    }
    return found;
  }

  private Result telnet(String lines) {
    MockProducer<byte[], byte[]> kafka = PutFixture.kafka(true);
    var delivery =
        new Delivery(kafka, metrics, PutFixture.TIMEOUT, settings.clock(), System::nanoTime);
    var commands = new TelnetCommands("1", new SimpleMeterRegistry(), settings.clock());
    var handler = new TelnetHandler(settings, delivery, commands, metrics);
    var replies = new Written();
    lines
        .lines()
        .map(line -> line.getBytes(ISO_8859_1))
        .forEach(line -> handler.line(line, 0, line.length, replies));
    handler.rest(false, replies);
    return new Result(PutFixture.stored(kafka), replies.lines.size());
  }

  private Result kafka(String value) {
    List<String> stored = new ArrayList<>();
    BatchAccumulator batches =
        settings.batches((_, _, batch, _) -> stored.addAll(Points.of(batch)));
    var handler = new Taken(settings.intake(batches));
    new PutRecordReader(Points.RULES, 1000)
        .read(ByteBuffer.wrap(value.getBytes(ISO_8859_1)), handler);
    batches.drain();
    return new Result(stored, handler.refused);
  }

  private static final class Taken implements PointHandler {
    private final Intake intake;
    private long refused;

    Taken(Intake intake) {
      this.intake = intake;
    }

    @Override
    public @Nullable Rejection accept(Datapoint point) {
      return intake.take(point);
    }

    @Override
    public void rejected(Rejection rejection, byte[] source, int offset, int length) {
      refused++;
    }
  }
}
