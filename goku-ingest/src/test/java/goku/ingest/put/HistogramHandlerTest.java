package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.post;
import static goku.ingest.put.PutFixture.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.ingest.routing.IngestMetrics;
import goku.model.FormatLevel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The answers of `/api/histogram`. `RecordedHistogramsTest` has the requests that were recorded
/// from OpenTSDB.
class HistogramHandlerTest {
  private static final String GOOD =
      histogram("'buckets':{'0,1.75':12,'1.75,3.5':16},'underflow':1");
  private static final String STORED =
      "m\u001eh a=b @1700000000000 0.0,1.75=12:1.75,3.5=16:u=1:o=0";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final PutHandler histograms = handler(RefusedPuts.ERROR, FormatLevel.newest());

  private PutHandler handler(RefusedPuts refused, FormatLevel formats) {
    return new PutHandler(
        PutFixture.settingsWithRollups(refused, formats),
        PutKind.HISTOGRAMS,
        kafka,
        new IngestMetrics(registry, "histogram"));
  }

  private static String histogram(String fields) {
    return "{\"metric\":\"m\",\"timestamp\":1700000000,\"tags\":{\"a\":\"b\"}"
        + (fields.isEmpty() ? "" : ",")
        + fields.replace('\'', '"')
        + "}";
  }

  private static String buckets(int count) {
    return IntStream.range(0, count)
        .mapToObj("'%1$d,%1$d.5':1"::formatted)
        .collect(Collectors.joining(",", "'buckets':{", "}"));
  }

  private static String text(HttpResponse answer) throws IOException {
    var out = new ByteArrayOutputStream();
    answer.body().writeTo(out);
    return answer.status() + " " + out.toString(UTF_8);
  }

  private String error(String fields) throws IOException {
    String answer = text(histograms.handle(post(histogram(fields), "details")));
    assertThat(answer).startsWith("400 {\"success\":0,\"failed\":1,");
    assertThat(stored(kafka)).isEmpty();
    int start = answer.indexOf("\"error\":\"") + 9;
    return answer.substring(start, answer.length() - 4).replace("\\\"", "\"");
  }

  @Test
  void aHistogramIsASeriesOfItsOwnAtItsTime() {
    assertThat(histograms.handle(post(GOOD)).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly(STORED);
    assertThat(registry.get("goku.ingest.datapoints").tag("source", "histogram").counter().count())
        .isEqualTo(1);
  }

  @Test
  void histogramsComeAsOneAsAnArrayOrOnLines() throws IOException {
    assertThat(text(histograms.handle(post("[" + GOOD + "," + GOOD + "]", "summary"))))
        .isEqualTo("200 {\"success\":2,\"failed\":0}");
    assertThat(text(histograms.handle(post(GOOD + "\n" + GOOD, "sync", "details"))))
        .isEqualTo("200 {\"success\":2,\"failed\":0,\"errors\":[]}");
    assertThat(stored(kafka)).hasSize(4).containsOnly(STORED);
  }

  @Test
  void theLastValueOfATagKeyThatIsGivenTwiceCounts() {
    String twice = GOOD.replace("{\"a\":", "{\"a\":\"first\",\"a\":");
    assertThat(histograms.handle(post(twice)).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly(STORED);
  }

  @Test
  void encodedHistogramsAreThoseOfBuckets() {
    String encoded = "'id':42,'value':'AAIAAAAAP4AAAAU/gAAAQAAAAKwCBMgB'";
    histograms.handle(post(histogram(encoded)));
    histograms.handle(
        post(histogram("'buckets':{'1,2':300,'0,1':5},'underflow':4,'overflow':200")));
    assertThat(stored(kafka))
        .hasSize(2)
        .containsOnly("m\u001eh a=b @1700000000000 0.0,1.0=5:1.0,2.0=300:u=4:o=200");
  }

  /// The names and forms are those of OTLP in JSON, which writes 64-bit numbers as strings and
  /// leaves out zeros.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'scale':3,'zeroCount':'7','zeroThreshold':0.5,'positive':{'offset':-2,'bucketCounts':"
            + "['1','0','3']},'negative':{'offset':4,'bucketCounts':[5]},'count':'16','sum':-1.5,'min':-9,'max':'2.5'|scale=3:zero=7/0.5:positive=-2[1,"
            + " 0, 3]:negative=4[5]:-1.5:-9.0:2.5",
        "'positive':{'bucketCounts':[0,0,1,2,0]}|scale=0:zero=0/0.0:positive=2[1, 2]:negative=0[]",
        "'scale':-10,'zeroCount':1|scale=-10:zero=1/0.0:positive=0[]:negative=0[]",
        "'zeroCount':1,'positive':{},'negative':null,'sum':3|scale=0:zero=1/0.0:positive=0[]:"
            + "negative=0[]:3.0:NaN:NaN",
        "'positive':{'bucketCounts':['0','0'],'offset':5}|scale=0:zero=0/0.0:positive=0[]:negative=0[]",
      })
  void exponentialHistogramsHaveTheFieldsOfOpenTelemetry(String fields, String shape) {
    assertThat(histograms.handle(post(histogram(fields))).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly("m\u001eh a=b @1700000000000 " + shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'scale':21|Invalid scale (21): must be -10 to 20 (metric \"m\")",
        "'scale':-11|Invalid scale (-11): must be -10 to 20 (metric \"m\")",
        "'scale':1.5|Invalid \"scale\" (1.5): must be a whole number (metric \"m\")",
        "'scale':'x'|Unable to parse the given JSON: field \"scale\" cannot be \"x\", wanted -2^63"
            + " to 2^63-1 (metric \"m\")",
        "'zeroCount':-1|Invalid zeroCount (-1): must be 0 to 9223372036854775807 (metric \"m\")",
        "'zeroCount':18446744073709551615|Unable to parse the given JSON: field \"zeroCount\""
            + " cannot be 18446744073709551615, wanted -2^63 to 2^63-1 (metric \"m\")",
        "'zeroThreshold':-1|Invalid zeroThreshold (-1.0): must be 0 or more (metric \"m\")",
        "'zeroThreshold':'NaN'|Invalid zeroThreshold (NaN): must be a finite number (metric \"m\")",
        "'zeroCount':1,'count':2|Invalid count (2): must be the total of all counts, 1, or missing"
            + " (metric \"m\")",
        "'zeroCount':1,'count':-1|Invalid count (-1): must be the total of all counts, 1, or"
            + " missing (metric \"m\")",
        "'zeroCount':1,'min':2,'max':1|Invalid min (2.0): must be at most max, 1.0 (metric \"m\")",
        "'zeroCount':9223372036854775807,'positive':{'bucketCounts':[1]}|Invalid"
            + " positive.bucketCounts (1): counts must together be at most 9223372036854775807"
            + " (metric \"m\")",
        "'negative':{'bucketCounts':[1,-1]}|Invalid negative.bucketCounts (-1): must be 0 to"
            + " 9223372036854775807 (metric \"m\")",
        "'positive':{'offset':2147483647,'bucketCounts':[0,1]}|Invalid offset (positive 2147483647,"
            + " negative 0): the ranges lie outside of those of doubles (metric \"m\")",
        "'positive':{'offset':2147483646,'bucketCounts':[1]}|Invalid offset (positive 2147483646,"
            + " negative 0): the ranges lie outside of those of doubles (metric \"m\")",
        "'positive':[1]|Unable to parse the given JSON: field positive cannot be START_ARRAY"
            + " (metric \"m\")",
        "'positive':{'bucketCounts':{}}|Unable to parse the given JSON: field positive.bucketCounts"
            + " cannot be START_OBJECT (metric \"m\")",
        "'positive':{'bucketCounts':[[1]]}|Unable to parse the given JSON: field"
            + " \"positive.bucketCounts\" cannot be START_ARRAY (metric \"m\")",
        "'scale':0,'buckets':{'0,1':1}|Invalid histogram: has scale, zeroCount, positive or"
            + " negative, and buckets or value (metric \"m\")",
        "'sum':1,'count':1|Histogram buckets cannot be null or empty if 'value' is empty. (metric"
            + " \"m\")",
      })
  void wrongFieldsOfExponentialHistogramsAreNamed(String fields, String message)
      throws IOException {
    assertThat(error(fields)).isEqualTo(message);
  }

  @Test
  void otherFieldsOfOpenTelemetryAreIgnoredNextToBuckets() {
    String fields = "'buckets':{'0,1':1},'sum':{},'count':99,'attributes':[]";
    assertThat(histograms.handle(post(histogram(fields))).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly("m\u001eh a=b @1700000000000 0.0,1.0=1:u=0:o=0");
  }

  @Test
  void aHistogramHasAtMost1024Ranges() throws IOException {
    assertThat(error(buckets(1025)))
        .isEqualTo("Invalid buckets (more than 1024): maximum allowed: 1024 (metric \"m\")");
    String ones = Stream.generate(() -> "1").limit(513).collect(Collectors.joining(","));
    String run = "{'bucketCounts':[0,%s,0]}".formatted(ones);
    assertThat(error("'positive':%s,'negative':%s".formatted(run, run)))
        .isEqualTo(
            "Invalid bucketCounts (1026): maximum allowed: 1024 without outer zeros (metric"
                + " \"m\")");
    assertThat(error("'positive':{'bucketCounts':[%s,%s]}".formatted(ones, ones)))
        .isEqualTo(
            "Invalid positive.bucketCounts (more than 1024): maximum allowed: 1024 without outer"
                + " zeros (metric \"m\")");
    assertThat(histograms.handle(post(histogram(buckets(1024)))).status()).isEqualTo(204);
    String zeros = "0,".repeat(2_000);
    String wide = "'positive':{'bucketCounts':[%s1,%s0]}".formatted(zeros, zeros);
    assertThat(histograms.handle(post(histogram(wide))).status()).isEqualTo(204);
    assertThat(stored(kafka)).hasSize(2);
  }

  @Test
  void aHistogramTakesAtMost16KiB() throws IOException {
    assertThat(error(buckets(1024).replace(":1", ":" + (Long.MAX_VALUE >> 11))))
        .isEqualTo("Invalid histogram (16392 bytes): maximum allowed: 16384 (metric \"m\")");
    assertThat(error("'id':42,'value':'%s'".formatted("A".repeat((32 << 10) + 1))))
        .isEqualTo("Invalid value (32769 characters): maximum allowed: 32768 (metric \"m\")");
  }

  @Test
  void badHistogramsDoNotAffectTheirNeighbours() throws IOException {
    String bad = histogram("'buckets':{'x':1}");
    assertThat(text(histograms.handle(post("[" + bad + "," + GOOD + ",nonsense]", "summary"))))
        .isEqualTo("400 {\"success\":1,\"failed\":2}");
    assertThat(stored(kafka)).containsExactly(STORED);
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "histogram", "reason", "histogram_invalid")
                .counter()
                .count())
        .isEqualTo(1);
    var error = catchThrowableOfType(HttpError.class, () -> histograms.handle(post(bad)));
    assertThat(error).hasMessage("One or more data points had errors");
  }

  @Test
  void nothingOfAHistogramIsLeftForTheNextOne() {
    String all =
        Stream.of(
                "'buckets':{'0,1':1},'underflow':5,'overflow':6",
                "'scale':2,'zeroCount':3,'positive':{'offset':7,'bucketCounts':[8]},'sum':9",
                "'id':42,'value':'AAIAAAAAP4AAAAU/gAAAQAAAAKwCBMgB'",
                "'buckets':{'2,3':4}",
                "'zeroCount':1",
                "'buckets':{'0,1':1},'buckets':{'1,2':2}")
            .map(HistogramHandlerTest::histogram)
            .collect(Collectors.joining(","));
    assertThat(histograms.handle(post("[" + all + "]")).status()).isEqualTo(204);
    assertThat(stored(kafka))
        .extracting(point -> point.substring("m\u001eh a=b @1700000000000 ".length()))
        .containsExactlyInAnyOrder(
            "0.0,1.0=1:u=5:o=6",
            "scale=2:zero=3/0.0:positive=7[8]:negative=0[]:9.0:NaN:NaN",
            "0.0,1.0=5:1.0,2.0=300:u=4:o=200",
            "2.0,3.0=4:u=0:o=0",
            "scale=0:zero=1/0.0:positive=0[]:negative=0[]",
            "1.0,2.0=2:u=0:o=0");
  }

  @Test
  void onlyPostIsAllowed() {
    var get = new HttpRequest("GET", "/api/histogram", Map.of(), Map.of(), new byte[0], "test");
    var error = catchThrowableOfType(HttpError.class, () -> histograms.handle(get));
    assertThat(error.status()).isEqualTo(405);
    assertThat(error.details()).isEqualTo("/api/histogram takes POST, not GET");
  }

  @Test
  void rejectedHistogramsDoNotLookLikeDatapointsOnTheRejectedTopic() {
    PutHandler accepting = handler(RefusedPuts.ACCEPT, FormatLevel.newest());
    String bad = histogram("'buckets':{'x':1}");
    assertThat(accepting.handle(post(bad)).status()).isEqualTo(204);
    var record = kafka.history().getFirst();
    assertThat(new String(record.value(), UTF_8)).isEqualTo(bad);
    assertThat(new String(record.headers().lastHeader("endpoint").value(), UTF_8))
        .isEqualTo("/api/histogram");
  }

  @Test
  void nothingIsStoredBeforeAllProcessesReadHistograms() {
    PutHandler early = handler(RefusedPuts.ERROR, FormatLevel.fixed(FormatLevel.WRITTEN_ROLLUPS));
    var error = catchThrowableOfType(HttpError.class, () -> early.handle(post(GOOD)));
    assertThat(error.status()).isEqualTo(503);
    assertThat(error)
        .hasMessage(
            "cannot store histograms before format level 7 is in force, now it is 6: see `goku"
                + " cluster formats`");
    assertThat(kafka.history()).isEmpty();
  }

  /// The burst is 10 seconds. 79 ranges with underflow and overflow are 81 counts, which count as
  /// 10 datapoints.
  @Test
  void aHistogramCountsAsADatapointForEach8CountsInLimitsOfRates() {
    var caller = new Caller("someone", Grant.parse(List.of("datapoints-per-second=1")));
    var plain = post(histogram(buckets(79)));
    var request = PutFixture.by(caller, plain);
    assertThat(caller.call(() -> histograms.handle(request)).status()).isEqualTo(204);
    var error =
        catchThrowableOfType(HttpError.class, () -> caller.call(() -> histograms.handle(request)));
    assertThat(error.status()).isEqualTo(429);
  }

  @Test
  void theBytesOfHistogramsAreChargedToTheRequest() {
    var budget = new HeapBudget(1 << 20);
    String many =
        Stream.generate(() -> histogram(buckets(1024)))
            .limit(200)
            .collect(Collectors.joining(",", "[", "]"));
    try (Account account = budget.open("test")) {
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> account.call(() -> histograms.handle(post(many))));
    }
    assertThat(kafka.history()).isEmpty();
  }
}
