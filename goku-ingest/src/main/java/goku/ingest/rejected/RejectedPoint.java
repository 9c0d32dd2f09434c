package goku.ingest.rejected;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.ingest.parse.Rejection;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/// A rejected datapoint for the rejected topic: the sent bytes as the value, the reason and the
/// origin in headers.
///
/// @param value the sent bytes, truncated to `MAX_BYTES`
/// @param length the length before truncation
/// @param origin the headers that name the origin
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RejectedPoint(
    Rejection rejection, byte[] value, int length, Map<String, String> origin) {
  /// Half of the largest message that a broker accepts by default.
  static final int MAX_BYTES = 512 << 10;

  public RejectedPoint {
    origin = Map.copyOf(origin);
  }

  /// Copies the sent bytes.
  public static RejectedPoint of(
      Rejection rejection, byte[] source, int offset, int length, Map<String, String> origin) {
    byte[] value = Arrays.copyOfRange(source, offset, offset + Math.min(length, MAX_BYTES));
    return new RejectedPoint(rejection, value, length, origin);
  }

  public ProducerRecord<byte[], byte[]> toRecord(String rejectedTopic) {
    var headers = new RecordHeaders();
    headers.add("reason", rejection.reason().label().getBytes(UTF_8));
    headers.add("message", rejection.message().getBytes(UTF_8));
    origin.forEach((name, value) -> headers.add(name, value.getBytes(UTF_8)));
    if (length > value.length) {
      headers.add("cut-from-bytes", Integer.toString(length).getBytes(UTF_8));
    }
    return new ProducerRecord<>(rejectedTopic, null, null, null, value, headers);
  }
}
