package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.Tag;
import goku.root.opentsdb.wire.Tsuid;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of random requests: each is answered or rejected, never with an error of the server.
class RequestFuzzTest {
  static final class BodiesOfQueries extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          """
          {"start":"1h-ago","end":1772370000000,"queries":[{"aggregator":"sum","metric":"cpu",
           "rate":true,"rateOptions":{"counter":true,"counterMax":10},"downsample":"1m-avg-nan",
           "filters":[{"type":"literal_or","tagk":"host","filter":"h1|h2","groupBy":true},
                      {"type":"regexp","tagk":"dc","filter":"d.*","groupBy":false}]}],"msResolution":true}
          """,
          "{\"start\":\"1h-ago\",\"page\":10,\"queries\":[{\"aggregator\":\"p99\",\"metric\":\"cpu\"}]}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      post("/api/query", input);
    }
  }

  static final class UriQueries extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "sum:1m-avg-none:rate{counter,10,1}:cpu{host=*,dc=literal_or(d|e)}{host=wildcard(h*)}",
          "none:explicit_tags:cpu{host=h1|h2}",
          "p99:1h-all-max:cpu{dc=regexp(d.*)}{}",
          "sum:rate:\"a \\\"b\\\": c\"{\"k y\"=\"x,{y}\"|z}{host=literal_or(\"a|b\"|c)}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      get("/api/query", Map.of("start", List.of("1h-ago"), "m", List.of(new String(input, UTF_8))));
    }
  }

  static final class Functions extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "scale(sum:1m-avg:cpu{host=*},2)",
          "highestMax(movingAverage(divideSeries(sum:cpu,sum:cpu),'5min'),3)",
          "alias(sumSeries(sum:cpu,sum:cpu{host=h1}),\"x\")",
          "scale( sum: \"a, b:c\"{ host = \"h )1\" } , 2 )");
    }

    @Override
    public void take(byte[] input) throws Exception {
      get(
          "/api/query/gexp",
          Map.of("start", List.of("1h-ago"), "exp", List.of(new String(input, UTF_8))));
    }
  }

  static final class Correlations extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "{\"start\":\"1h-ago\",\"needle\":\"sum:1m-max:rate:cpu{host=*}\",\"haystack\":\"c*{host=*}\"}",
          "{\"start\":\"1h-ago\",\"end\":\"now\",\"needle\":\"sum:cpu\",\"interval\":\"1m\",\"lags\":3,\"top\":5,"
              + "\"score\":\"spearman\",\"namespace\":\"ns1\"}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      post("/api/goku/correlate", input);
    }
  }

  static final class Changes extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "{\"start\":\"10m-ago\",\"haystack\":\"c*{host=*}\",\"interval\":\"1m\"}",
          "{\"start\":\"1h-ago\",\"end\":\"now\",\"baseline\":\"2h\",\"top\":5,\"timezone\":\"UTC\",\"namespace\":\"ns1\"}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      post("/api/goku/changes", input);
    }
  }

  static final class Expressions extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          """
          {"time":{"start":"1h-ago","aggregator":"sum","downsampler":{"interval":"1m","aggregator":"avg"}},
           "filters":[{"id":"f1","tags":[{"type":"wildcard","tagk":"host","filter":"*","groupBy":true}]}],
           "metrics":[{"id":"a","metric":"cpu","filter":"f1","fillPolicy":{"policy":"zero"}}],
           "expressions":[{"id":"e","expr":"(a * 2 + -a) / (a > 3 && !a || 1)","join":{"operator":"union"}}],
           "outputs":[{"id":"e","alias":"x"}]}
          """);
    }

    @Override
    public void take(byte[] input) throws Exception {
      post("/api/query/exp", input);
    }
  }

  static final class PlainQueries extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "sum:60s-avg:rate:cpu{host=h1}", "sum:\"cpu\"{host=*,dc=literal_or(d|e)}", "none:cpu");
    }

    @Override
    public void take(byte[] input) throws Exception {
      List<String> m = List.of(new String(input, UTF_8));
      String form = input.length % 2 == 0 ? "ascii" : "json";
      get("/q", Map.of("start", List.of("600s-ago"), "m", m, form, List.of("")));
    }
  }

  /// The other endpoints with parameters. The first byte selects the endpoint.
  static final class Parameters extends AskedRoot {
    private static final List<String> SEEDS =
        List.of(
            "1h-ago",
            "2026/03/01-12:00:00",
            "1772370000.123",
            "cpu{host=h1,dc=*}",
            "\"a b\"{\"k,y\"=\"x}\",dc=*}",
            "*{host=*}",
            "00000100000200000300");

    @Override
    public List<byte[]> seeds() {
      return IntStream.range(0, 7 * SEEDS.size())
          .mapToObj(i -> ("" + (char) (i % 7) + SEEDS.get(i / 7)).getBytes(UTF_8))
          .toList();
    }

    @Override
    public void take(byte[] input) throws Exception {
      if (input.length == 0) {
        return;
      }
      List<String> text = List.of(new String(input, 1, input.length - 1, UTF_8));
      switch (input[0]) {
        case 0 -> get("/api/query", Map.of("start", text, "m", List.of("sum:cpu")));
        case 1 -> get("/api/search/lookup", Map.of("m", text));
        case 2 -> get("/api/query/last", Map.of("timeseries", text));
        case 3 -> get("/api/query/last", Map.of("tsuids", text));
        case 4 -> get("/api/suggest", Map.of("type", List.of("metrics"), "q", text));
        case 5 -> get("/api/uid/assign", Map.of("metric", text));
        default -> get("/api/query", Map.of("cursor", text));
      }
    }
  }

  /// The other endpoints with a body. The first byte selects the endpoint.
  static final class Bodies extends AskedRoot {
    private static final List<String> PATHS =
        List.of("query/last", "search/lookup", "suggest", "uid/assign", "query/gexp", "stats");

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "\0{\"queries\":[{\"metric\":\"cpu\",\"tags\":{\"host\":\"h1\"}}],\"resolveNames\":true,\"backScan\":24}",
          "\1{\"metric\":\"cpu\",\"limit\":5,\"useMeta\":false,\"tags\":[{\"key\":\"host\",\"value\":\"*\"}]}",
          "\2{\"type\":\"tagv\",\"q\":\"h\",\"max\":5}",
          "\3{\"metric\":[\"cpu\"],\"tagk\":[\"host\"],\"tagv\":[\"h1\"]}",
          "\4{\"start\":\"1h-ago\",\"exp\":[\"scale(sum:cpu,2)\"]}",
          "\5{}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      if (input.length > 0) {
        String path = PATHS.get(Math.floorMod(input[0], PATHS.size()));
        post("/api/" + path, Arrays.copyOfRange(input, 1, input.length));
      }
    }
  }

  /// Metadata in the body or in the parameters. The first byte selects the endpoint and the method.
  static final class MetadataRequests extends AskedRoot {
    private static final List<String> PATHS = List.of("/api/uid/uidmeta", "/api/uid/tsmeta");
    private static final List<String> METHODS = List.of("POST", "PUT", "DELETE");

    @Override
    public List<byte[]> seeds() {
      String uid = Tsuid.uid("cpu");
      String tsuid = Tsuid.of("cpu", List.of(new Tag("dc", "d"), new Tag("host", "h1")));
      return FuzzTarget.texts(
          "\0{\"uid\":\"%s\",\"type\":\"metric\",\"displayName\":\"CPU\",\"created\":5}"
              .formatted(uid),
          "\2{\"name\":\"host\",\"type\":\"tagk\",\"notes\":null,\"custom\":{\"a\":1}}",
          "\1{\"tsuid\":\"%s\",\"max\":\"NaN\",\"min\":0.5,\"retention\":1.5}".formatted(tsuid),
          "\3{\"tsuid\":\"%s\",\"units\":\"ms\",\"custom\":{}}".formatted(tsuid),
          "\6%s".formatted(uid),
          "\7cpu{host=h1,dc=d}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      if (input.length == 0) {
        return;
      }
      String path = PATHS.get(input[0] & 1);
      byte[] rest = Arrays.copyOfRange(input, 1, input.length);
      int method = (input[0] >> 1) & 3;
      if (method < METHODS.size()) {
        send(METHODS.get(method), path, rest);
      } else {
        List<String> text = List.of(new String(rest, UTF_8));
        get(path, Map.of("uid", text, "type", List.of("metric"), "m", text));
        get(path, Map.of("tsuid", text, "name", text, "type", List.of("tagv")));
      }
    }
  }

  static final class Renames extends AskedRoot {
    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          "{\"metric\":\"cpu\",\"name\":\"load\"}",
          "{\"metric\":\"load\",\"name\":\"cpu\"}",
          "{\"tagk\":\"host\",\"name\":\"n\"}");
    }

    @Override
    public void take(byte[] input) throws Exception {
      post("/api/uid/rename", input);
      get("/api/suggest", Map.of("type", List.of("metrics")));
    }
  }

  @Test
  void everyRequestIsAnsweredOrRejected() throws Exception {
    Fuzz.run(
        BodiesOfQueries.class,
        UriQueries.class,
        PlainQueries.class,
        Functions.class,
        Correlations.class,
        Changes.class,
        Expressions.class,
        Parameters.class,
        Bodies.class,
        MetadataRequests.class,
        Renames.class);
  }
}
