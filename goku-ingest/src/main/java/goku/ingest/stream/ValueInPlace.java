package goku.ingest.stream;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// The value of a record in the buffer that Kafka's client read. Kafka Streams wants a separate
/// array for each value, which copies all input once more: a quarter of what a whole server
/// allocates at full load. The consumer therefore returns an empty array, and a header carries the
/// value.
///
/// The bytes never change. This object keeps them reachable.
final class ValueInPlace implements Header {
  private static final String KEY = "goku-value-in-place";
  private static final byte[] ELSEWHERE = {};

  private static final int UNKNOWN = -1;

  private final ByteBuffer value;
  private int leaderEpoch = UNKNOWN;

  private ValueInPlace(ByteBuffer value) {
    this.value = value;
  }

  /// Returns a deserializer that stores values for `of`.
  static Deserializer<byte[]> deserializer() {
    return new InPlace();
  }

  /// Returns the value of a record, from either form; empty if there is none. Backed by an array.
  static ByteBuffer of(Record<byte[], byte @Nullable []> message) {
    // the last one, because a producer may have sent headers of any name
    if (message.headers().lastHeader(KEY) instanceof ValueInPlace inPlace) {
      return inPlace.value;
    }
    byte[] value = message.value();
    return ByteBuffer.wrap(value == null ? ELSEWHERE : value);
  }

  /// Keeps the leader epoch of a record, which Kafka Streams does not pass on.
  static void noteLeaderEpoch(ConsumerRecord<byte[], byte[]> message) {
    if (message.headers().lastHeader(KEY) instanceof ValueInPlace inPlace) {
      inPlace.leaderEpoch = message.leaderEpoch().orElse(UNKNOWN);
    }
  }

  /// Returns the epoch of the leader that appended a record; -1 if unknown.
  static int leaderEpoch(Record<byte[], byte @Nullable []> message) {
    return message.headers().lastHeader(KEY) instanceof ValueInPlace inPlace
        ? inPlace.leaderEpoch
        : UNKNOWN;
  }

  @Override
  public String key() {
    return KEY;
  }

  /// Returns no bytes. Streams adds up the bytes of a record, which include the value already.
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
