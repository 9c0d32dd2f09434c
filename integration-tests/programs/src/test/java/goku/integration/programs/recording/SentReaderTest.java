package goku.integration.programs.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SentReaderTest {
  private static final SentDatapoint SECONDS =
      new SentDatapoint("a.b", Map.of("host", "h1"), 1_356_998_400_000L, 42.5);
  private static final SentDatapoint MILLIS =
      new SentDatapoint("a.b", Map.of("host", "h1", "cpu", "0"), 1_356_998_400_123L, -1);
  private static final String JSON =
      """
      [{"metric": "a.b", "timestamp": 1356998400, "value": 42.5, "tags": {"host": "h1"}},
       {"metric": "a.b", "timestamp": "1356998400123", "value": "-1",
        "tags": {"host": "h1", "cpu": 0}}]\
      """;

  @Test
  void linesAreDatapointsWithSecondsOrMilliseconds() {
    Sent sent =
        read("put a.b 1356998400 42.5 host=h1\nput a.b 1356998400123 -1 host=h1  cpu=0 \r\n");
    assertThat(sent.datapoints()).containsExactly(SECONDS, MILLIS);
    assertThat(sent.refused()).isEmpty();
  }

  @Test
  void aLineWithoutItsEndIsIgnored() {
    assertThat(read("put a.b 1356998400 42.5 host=h1\nput a.b 1356998400 4").datapoints())
        .containsExactly(SECONDS);
  }

  @Test
  void linesWithoutTimeOrValueAreRefused() {
    String lines =
        """
        put a.b
        put a.b 0 1 host=h1
        put a.b now 1 host=h1
        put a.b 1356998400 nan host=h1
        put a.b 1356998400 many host=h1
        put a.b 1356998400 9223372036854775808 host=h1
        put a.b 1356998400 1 host
        put a.b 1356998400 1 host=
        put a.b 1356998400 1 =h1
        """;
    Sent sent = read(lines);
    assertThat(sent.datapoints()).isEmpty();
    assertThat(sent.refused()).containsExactlyElementsOf(lines.lines().toList());
  }

  @Test
  void otherCommandsAreKeptApart() {
    assertThat(read("version\n").other()).containsExactly("version");
  }

  @Test
  void aBodyIsReadByItsLength() {
    Sent sent = read(request("Content-Length: " + JSON.length(), JSON));
    assertThat(sent.datapoints()).containsExactly(SECONDS, MILLIS);
  }

  @Test
  void aBodyIsReadInChunks() {
    String chunks =
        "%x\r\n%s\r\n%x;x\r\n%s\r\n0\r\n\r\n"
            .formatted(10, JSON.substring(0, 10), JSON.length() - 10, JSON.substring(10));
    Sent sent = read(request("transfer-encoding: chunked", chunks));
    assertThat(sent.datapoints()).containsExactly(SECONDS, MILLIS);
  }

  @Test
  void aZippedBodyIsRead() throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(zipped)) {
      zip.write(JSON.getBytes(UTF_8));
    }
    var all = new ByteArrayOutputStream();
    all.writeBytes(
        request("Content-Encoding: gzip\r\nContent-Length: " + zipped.size(), "").getBytes(UTF_8));
    all.writeBytes(zipped.toByteArray());
    assertThat(read(all.toByteArray()).datapoints()).containsExactly(SECONDS, MILLIS);
  }

  @Test
  void aConnectionHasSeveralRequests() {
    String other = "GET /api/version HTTP/1.1\r\nHost: h\r\n\r\n";
    String put = request("Content-Length: " + JSON.length(), JSON);
    Sent sent = read(other + put + put);
    assertThat(sent.datapoints()).containsExactly(SECONDS, MILLIS, SECONDS, MILLIS);
    assertThat(sent.other()).containsExactly("GET /api/version");
  }

  @Test
  void aRequestThatIsNotCompleteIsIgnored() {
    assertThat(read(request("Content-Length: " + (JSON.length() + 1), JSON)).datapoints())
        .isEmpty();
    assertThat(read(request("Transfer-Encoding: chunked", "5\r\n[{\"m")).datapoints()).isEmpty();
    assertThat(read(request("Transfer-Encoding: chunked", "5")).datapoints()).isEmpty();
  }

  @Test
  void anObjectWithoutAValueIsRefused() {
    String body = "{\"metric\":\"a.b\",\"timestamp\":1356998400,\"value\":null}";
    assertThat(read(request("Content-Length: " + body.length(), body)).refused())
        .containsExactly(body);
  }

  @Test
  void aBodyThatIsNoJsonIsRefused() {
    assertThat(read(request("Content-Length: 1", "{")).refused()).hasSize(1);
  }

  private static String request(String headers, String body) {
    return "POST /api/put?details HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n\r\n" + body;
  }

  private static Sent read(String text) {
    return read(text.getBytes(UTF_8));
  }

  private static Sent read(byte[] bytes) {
    var reader = new SentReader();
    reader.read(bytes);
    return reader.sent();
  }
}
