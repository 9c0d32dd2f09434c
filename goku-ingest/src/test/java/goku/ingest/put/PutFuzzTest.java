package goku.ingest.put;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.ingest.Points;
import goku.ingest.routing.IngestMetrics;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;

/// A fuzz test of puts and histograms: every body is answered by JSON, whatever it contains.
class PutFuzzTest {
  static final class Answers extends Bodies {
    Answers() {
      super(PutKind.DATAPOINTS);
    }

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "[" + PutFixture.point("m", "1") + "," + PutFixture.point("x", "NaN") + ",{\"a\":\"",
          PutFixture.point("m", "\"\\ud800\"") + "\n[5, nonsense,\"a\\\"b\"]");
    }
  }

  static final class HistogramAnswers extends Bodies {
    HistogramAnswers() {
      super(PutKind.HISTOGRAMS);
    }

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "[{\"metric\":\"m\",\"timestamp\":1700000000,\"buckets\":{\"0,1\":2}},{\"buckets\":\"",
          "{\"metric\":\"m\",\"timestamp\":1700000000,\"positive\":{\"bucketCounts\":[1,2]}}[5]");
    }
  }

  abstract static class Bodies implements FuzzTarget {
    private final MockProducer<byte[], byte[]> kafka = PutFixture.kafka(true);
    private final PutHandler put;

    Bodies(PutKind kind) {
      put =
          new PutHandler(
              PutFixture.settings(Points.RULES),
              kind,
              kafka,
              new IngestMetrics(new SimpleMeterRegistry(), "http"));
    }

    @Override
    public void take(byte[] input) {
      var request =
          new HttpRequest(
              "POST", "/api/put", Map.of("details", List.of("")), Map.of(), input, "test");
      try {
        check(put.handle(request));
      } catch (HttpError error) {
        assertThat(error.status()).isEqualTo(400);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      kafka.clear();
    }

    private static void check(HttpResponse answer) throws IOException {
      var out = new ByteArrayOutputStream();
      answer.body().writeTo(out);
      try (JsonParser json = new JsonFactory().createParser(out.toByteArray())) {
        while (json.nextToken() != null) {
          assertThat(json.currentToken()).isNotNull();
        }
      }
    }
  }

  @Test
  void everyBodyIsAnsweredByJson() throws Exception {
    Fuzz.run(Answers.class, HistogramAnswers.class);
  }
}
