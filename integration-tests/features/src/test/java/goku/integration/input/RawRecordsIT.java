package goku.integration.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.RawProducer;
import goku.testkit.TestForm;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A fuzz test of Kafka records with random attributes, times, keys, headers, compression and
/// sizes: every good record that Kafka has acknowledged is stored, whatever precedes it.
class RawRecordsIT {
  private static final int BATCHES = TestForm.isLong() ? 5_000 : 400;
  private static final int NUMBERS_PER_BATCH = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path data;

  @Test
  void everyGoodRecordAfterABadOneIsStored() {
    var random = new Random(TestForm.seed());
    long startMillis = Instant.now().minus(Duration.ofMinutes(30)).toEpochMilli();
    Map<Long, Double> expected = new HashMap<>();
    Map<Errors, Integer> answers = new EnumMap<>(Errors.class);
    try (var goku = GokuProcess.start(data, "--no-agent");
        var producer = new RawProducer(goku.bootstrapServers())) {
      for (int i = 0; i < BATCHES; i++) {
        var batch = RandomBatch.of(random, i * NUMBERS_PER_BATCH, startMillis);
        Errors answer = producer.send("metrics", batch.bytes());
        answers.merge(answer, 1, Integer::sum);
        if (answer == Errors.NONE) {
          batch.good().forEach(number -> expected.put(startMillis + number, (double) number));
        }
      }
      int last = BATCHES * NUMBERS_PER_BATCH;
      assertThat(producer.send("metrics", plain(last, startMillis))).isEqualTo(Errors.NONE);
      expected.put(startMillis + last, (double) last);
      await()
          .atMost(PATIENCE)
          .until(() -> points(goku, startMillis).containsKey(startMillis + last));
      assertThat(points(goku, startMillis)).isEqualTo(expected);
      assertThat(goku.http().admin().get("/readyz").statusCode()).isEqualTo(200);
    }
    System.out.println("answers of Kafka: " + answers + ", good datapoints: " + expected.size());
    assertThat(answers).containsKey(Errors.NONE).hasSizeGreaterThan(1);
  }

  private static Map<Long, Double> points(GokuProcess goku, long startMillis) {
    return goku.http().series("raw.good", startMillis).getOrDefault("a=b", Map.of());
  }

  private static ByteBuffer plain(int number, long startMillis) {
    byte[] line = RandomBatch.line(number, startMillis).getBytes(UTF_8);
    return MemoryRecords.withRecords(
            Compression.NONE, new SimpleRecord(System.currentTimeMillis(), line))
        .buffer();
  }
}
