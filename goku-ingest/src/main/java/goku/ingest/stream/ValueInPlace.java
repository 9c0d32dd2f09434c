package goku.ingest.stream;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// The value of a record where Kafka's client has read it to. Kafka Streams wants an array of the
/// value alone, which is one more copy of all that comes in: a quarter of what a whole server
/// allocates at full load. So the consumer gives it an empty one, and the value goes along as a
/// header.
///
/// The bytes are not written to again, and are kept for as long as this is.
final class ValueInPlace implements Header {
  private static final String KEY = "goku-value-in-place";
  private static final byte[] ELSEWHERE = {};

  private final ByteBuffer value;

  private ValueInPlace(ByteBuffer value) {
    this.value = value;
  }

  /// Reads the values of a consumer so that `of` finds them.
  static Deserializer<byte[]> deserializer() {
    return new InPlace();
  }

  /// The value of a record, whoever read it; empty when it has none. Backed by an array.
  static ByteBuffer of(Record<byte[], byte @Nullable []> message) {
    // the last one, as a producer may have sent headers of any name
    if (message.headers().lastHeader(KEY) instanceof ValueInPlace inPlace) {
      return inPlace.value;
    }
    byte[] value = message.value();
    return ByteBuffer.wrap(value == null ? ELSEWHERE : value);
  }

  @Override
  public String key() {
    return KEY;
  }

  /// Nothing: Streams adds up the bytes of a record, and has those of the value already.
  @Override
  public byte[] value() {
    return ELSEWHERE;
  }

  private static final class InPlace implements Deserializer<byte[]> {
    @Override
    public byte[] deserialize(String topic, byte[] data) {
      return data;
    }

    @Override
    public byte[] deserialize(String topic, Headers headers, ByteBuffer data) {
      if (!data.hasArray()) {
        byte[] copy = new byte[data.remaining()];
        data.get(copy);
        return copy;
      }
      headers.add(new ValueInPlace(data));
      return ELSEWHERE;
    }
  }
}
