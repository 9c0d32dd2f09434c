package goku.ingest.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValueInPlaceTest {
  private static final byte[] KEY = {};

  private final Headers headers = new RecordHeaders();

  @Test
  void valueStaysInTheArrayThatItWasReadTo() {
    byte[] read = "k cpu 1 2 tail".getBytes(UTF_8);
    ByteBuffer found = ValueInPlace.of(message(deserialize(ByteBuffer.wrap(read, 2, 7).slice())));
    read[2] = 'x';
    assertThat(UTF_8.decode(found).toString()).isEqualTo("xpu 1 2");
  }

  @Test
  void valueOutsideOfTheHeapIsCopied() {
    ByteBuffer read = ByteBuffer.allocateDirect(2).put((byte) 'h').put((byte) 'i').flip();
    ByteBuffer found = ValueInPlace.of(message(deserialize(read)));
    assertThat(UTF_8.decode(found).toString()).isEqualTo("hi");
  }

  @Test
  void recordOfAnotherConsumerHasItsOwnValue() {
    byte[] value = "cpu 1 2".getBytes(UTF_8);
    assertThat(UTF_8.decode(ValueInPlace.of(message(value))).toString()).isEqualTo("cpu 1 2");
  }

  @Test
  void recordWithoutAValueHasNone() {
    assertThat(ValueInPlace.of(message(null)).remaining()).isZero();
  }

  @Test
  void headerOfASenderIsNoValue() {
    deserialize(ByteBuffer.wrap("cpu 1 2".getBytes(UTF_8)));
    String key = headers.iterator().next().key();
    headers.remove(key).add(key, "not this".getBytes(UTF_8));
    assertThat(ValueInPlace.of(message(null)).remaining()).isZero();
    ByteBuffer read = ByteBuffer.wrap("cpu 3 4".getBytes(UTF_8));
    assertThat(UTF_8.decode(ValueInPlace.of(message(deserialize(read)))).toString())
        .isEqualTo("cpu 3 4");
  }

  @Test
  void leaderEpochOfARecordIsKeptForItsProcessor() {
    byte[] value = deserialize(ByteBuffer.wrap("cpu 1 2".getBytes(UTF_8)));
    assertThat(ValueInPlace.leaderEpoch(message(value))).isEqualTo(-1);
    ValueInPlace.noteLeaderEpoch(
        new ConsumerRecord<>(
            "metrics",
            0,
            5,
            0,
            TimestampType.CREATE_TIME,
            0,
            0,
            KEY,
            value,
            headers,
            Optional.of(7)));
    assertThat(ValueInPlace.leaderEpoch(message(value))).isEqualTo(7);
  }

  @Test
  void valueIsNotCountedTwice() {
    deserialize(ByteBuffer.wrap("cpu 1 2".getBytes(UTF_8)));
    assertThat(headers.iterator().next().value()).isEmpty();
  }

  private byte[] deserialize(ByteBuffer read) {
    return ValueInPlace.deserializer().deserialize("metrics", headers, read);
  }

  private Record<byte[], byte @Nullable []> message(byte @Nullable [] value) {
    return new Record<>(KEY, value, 0, headers);
  }
}
