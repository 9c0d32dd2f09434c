package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.HistogramText;
import goku.ingest.Points;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Fuzz tests: every input is accepted or rejected with a reason.
class InputFuzzTest {
  private static final String JSON =
      """
      [{"metric":"sys.cpu","timestamp":1700000000,"value":"42.5","tags":{"host":"a","dc":"\\u00fc"}},
       {"metric":"sys.mem","timestamp":1700000000123,"value":-1e-3,"tags":{"host":"b"}, "x":[{}]},
       nonsense, {"metric":"m","timestamp":1700000000.75,"value":NaN}]
      {"metric":"m","timestamp":1700000000,"value":1}
      """;

  private static final String LINES =
      """
      put sys.cpu.user 1356998400 42.5 host=webserver01 cpu=0
      put m 1356998400123 -1e3 a=\u00fc
      put "a m" 1356998400123 1 "k y"="G1 \\"Eden\\" \\\\" b=c
      """;

  /// A handler that reads all datapoints, as real ones do.
  private static class Seen implements PointHandler {
    @Override
    public @Nullable Rejection accept(Datapoint point) {
      assertThat(point.metricLength()).isPositive();
      return null;
    }

    @Override
    public void rejected(Rejection rejection, byte[] source, int offset, int length) {
      assertThat(offset).isBetween(0, source.length);
      assertThat(length).isBetween(0, source.length - offset);
      assertThat(rejection.message()).isNotEmpty();
    }
  }

  static final class PutLines implements FuzzTarget {
    private final LineParser parser = new LineParser(Points.RULES, 1_000);
    private final Datapoint point = new Datapoint();

    @Override
    public int inputs() {
      return 25_000;
    }

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(LINES.lines().toArray(String[]::new));
    }

    @Override
    public void take(byte[] input) {
      parser.parse(input, 0, input.length, point);
    }
  }

  static final class PutBodies implements FuzzTarget {
    private final JsonReader reader = new JsonReader(Points.RULES);

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(JSON);
    }

    @Override
    public void take(byte[] input) {
      reader.readAll(input, 0, input.length, new Seen());
    }
  }

  static final class RollupLines implements FuzzTarget {
    private final RollupLine line = new RollupLine(Points.RULES, 1_000);
    private final Datapoint point = new Datapoint();

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "rollup 1h-sum m 1700000000 1 a=b", "rollup 15m:max:sum \"m n\" 1700000000 1.5 a=b");
    }

    @Override
    public void take(byte[] input) {
      if (RollupLine.begins(input, 0, input.length)
          && line.parse(input, 0, input.length, point) == null) {
        Objects.requireNonNull(point.rollup());
      }
    }
  }

  static final class RollupBodies implements FuzzTarget {
    private final JsonReader reader = JsonReader.ofRollups(Points.RULES);

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          JSON,
          """
          [{"metric":"m","timestamp":1700000000,"value":1,"tags":{"a":"b"},"interval":"1h",
          "aggregator":"sum","groupByAggregator":null}]\
          """);
    }

    @Override
    public void take(byte[] input) {
      reader.readAll(input, 0, input.length, new Seen());
    }
  }

  static final class HistogramLines implements FuzzTarget {
    private final HistogramLine line = new HistogramLine(Points.RULES, 1_000, 42);
    private final Datapoint point = new Datapoint();

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "histogram m 1700000000 0,1.75=12:1.75,3.5=16:u=1:o=2 a=b",
          "histogram \"m n\" 1700000000 42 AAIAAAAAP4AAAAU/gAAAQAAAAKwCBMgB a=b");
    }

    @Override
    public void take(byte[] input) {
      if (HistogramLine.begins(input, 0, input.length)
          && line.parse(input, 0, input.length, point) == null) {
        HistogramText.of(Objects.requireNonNull(point.histogram()));
      }
    }
  }

  static final class HistogramBodies implements FuzzTarget {
    private final JsonReader reader = JsonReader.ofHistograms(Points.RULES, 42);

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          """
          [{"metric":"m","timestamp":1700000000,"tags":{"a":"b"},"underflow":1,"overflow":"2",
          "buckets":{"0,1":1,"1,2.5":3e2}},
          {"metric":"m","timestamp":1700000000,"id":42,"value":"AAIAAAAAP4AAAAU/gAAAQAAAAKwCBMgB"}]
          """,
          """
          {"metric":"m","timestamp":1700000000,"scale":3,"zeroCount":"1","zeroThreshold":1e-9,
          "positive":{"offset":-2,"bucketCounts":["0","1",2]},"negative":{"bucketCounts":[0,5,0]},
          "sum":1.5,"min":-2,"max":2,"count":9}
          """);
    }

    @Override
    public void take(byte[] input) {
      reader.readAll(
          input,
          0,
          input.length,
          new Seen() {
            @Override
            public @Nullable Rejection accept(Datapoint point) {
              HistogramText.of(Objects.requireNonNull(point.histogram()));
              return super.accept(point);
            }
          });
    }
  }

  static final class Records implements FuzzTarget {
    private final PutRecordReader reader = new PutRecordReader(Points.RULES, 1_000);

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(JSON, LINES);
    }

    @Override
    public void take(byte[] input) {
      reader.read(ByteBuffer.wrap(input), new Seen());
    }
  }

  @Test
  void whateverIsSentIsTakenOrRefused() throws Exception {
    Fuzz.run(
        PutLines.class,
        PutBodies.class,
        RollupLines.class,
        RollupBodies.class,
        HistogramLines.class,
        HistogramBodies.class,
        Records.class);
  }

  @Test
  void aBodyNestedDeeplyIsRefused() {
    for (String bracket :
        new String[] {"[", "{\"a\":", "{\"tags\":", "{\"buckets\":", "{\"positive\":"}) {
      byte[] body = bracket.repeat(10_000).getBytes(UTF_8);
      new JsonReader(Points.RULES).readFirst(body, 0, body.length, new Seen());
      JsonReader.ofHistograms(Points.RULES, 42).readFirst(body, 0, body.length, new Seen());
    }
  }
}
