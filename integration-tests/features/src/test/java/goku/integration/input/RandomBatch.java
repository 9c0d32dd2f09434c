package goku.integration.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Crc32C;
import org.jspecify.annotations.Nullable;

/// A record batch with random records: good put lines between random bytes, each with a random key,
/// headers and time, and the batch with random compression and attributes.
///
/// @param bytes the batch, with a valid checksum
/// @param good the numbers of the good datapoints in it
record RandomBatch(ByteBuffer bytes, Set<Integer> good) {
  private static final List<CompressionType> CODECS = List.of(CompressionType.values());
  private static final int MOST_RECORDS = 8;
  private static final int MOST_HEADERS = 5;
  private static final int USUAL_BYTES = 2_000;
  private static final int LARGE_BYTES = 200_000;
  private static final int BUFFER_BYTES = 2_500_000;

  // offsets in a batch of version 2, see the protocol of Kafka
  private static final int CHECKSUM_AT = 17;
  private static final int ATTRIBUTES_AT = 21;
  private static final int BASE_TIME_AT = 27;
  private static final int MAX_TIME_AT = 35;

  /// The attributes except compression: the kind of time, transactional, control, delete horizon,
  /// and unused ones.
  private static final int FIRST_ATTRIBUTE = 3;

  private static final int ATTRIBUTES = 16;

  /// Returns a batch whose good datapoints have the numbers from `first` on.
  ///
  /// @param startMillis the time of datapoint 0; each later one is a millisecond later
  static RandomBatch of(Random random, int first, long startMillis) {
    CompressionType codec = CODECS.get(random.nextInt(CODECS.size()));
    MemoryRecordsBuilder records =
        MemoryRecords.builder(
            ByteBuffer.allocate(BUFFER_BYTES),
            RecordBatch.MAGIC_VALUE_V2,
            Compression.of(codec).build(),
            TimestampType.CREATE_TIME,
            0);
    Set<Integer> good = new HashSet<>();
    int count = 1 + random.nextInt(MOST_RECORDS);
    for (int i = 0; i < count; i++) {
      boolean isGood = random.nextBoolean();
      if (isGood) {
        good.add(first + i);
      }
      byte[] value = isGood ? good(random, first + i, startMillis) : bad(random);
      records.append(time(random, startMillis), bytes(random), value, headers(random));
    }
    ByteBuffer bytes = records.build().buffer();
    mutate(random, bytes);
    return new RandomBatch(bytes, good);
  }

  /// Returns a put line, sometimes beside a bad one.
  private static byte[] good(Random random, int number, long startMillis) {
    String line = line(number, startMillis);
    return switch (random.nextInt(4)) {
      case 0 -> ("put x\n" + line).getBytes(UTF_8);
      case 1 -> (line + "\n{nonsense").getBytes(UTF_8);
      default -> line.getBytes(UTF_8);
    };
  }

  static String line(int number, long startMillis) {
    return "put raw.good %d %d a=b".formatted(startMillis + number, number);
  }

  private static byte @Nullable [] bad(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> "{\"metric\":\"cut.off\",\"timest".getBytes(UTF_8);
      case 3 -> "put raw.bad yesterday 1 a=b".getBytes(UTF_8);
      case 4 -> bytes(random, LARGE_BYTES);
      default -> bytes(random, USUAL_BYTES);
    };
  }

  private static long time(Random random, long startMillis) {
    return switch (random.nextInt(4)) {
      case 0 -> RecordBatch.NO_TIMESTAMP;
      case 1 -> random.nextLong(startMillis);
      default -> startMillis;
    };
  }

  private static Header[] headers(Random random) {
    List<Header> headers = new ArrayList<>();
    IntStream.range(0, random.nextInt(MOST_HEADERS))
        .forEach(i -> headers.add(new RecordHeader("h" + random.nextInt(3), bytes(random))));
    return headers.toArray(Header[]::new);
  }

  private static byte @Nullable [] bytes(Random random) {
    return random.nextInt(3) == 0 ? null : bytes(random, USUAL_BYTES);
  }

  private static byte[] bytes(Random random, int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  /// Changes an attribute or the times of the batch, sometimes.
  private static void mutate(Random random, ByteBuffer batch) {
    switch (random.nextInt(4)) {
      case 0 -> {
        int bit = random.nextInt(FIRST_ATTRIBUTE, ATTRIBUTES);
        batch.putShort(ATTRIBUTES_AT, (short) (batch.getShort(ATTRIBUTES_AT) ^ 1 << bit));
      }
      case 1 -> {
        batch.putLong(BASE_TIME_AT, random.nextLong());
        batch.putLong(MAX_TIME_AT, random.nextLong());
      }
      default -> {
        return;
      }
    }
    long checksum = Crc32C.compute(batch, ATTRIBUTES_AT, batch.limit() - ATTRIBUTES_AT);
    batch.putInt(CHECKSUM_AT, (int) checksum);
  }
}
