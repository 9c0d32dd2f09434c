package goku.integration.hostile.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.hostile.client.Attacker;
import goku.integration.hostile.client.HostileConnection;
import goku.integration.hostile.client.KafkaFrames;
import goku.integration.hostile.client.Port;
import goku.integration.hostile.client.RecordBombs;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// The port of the embedded Kafka broker.
final class KafkaAttacks {
  private static final String INPUT = "metrics";
  private static final int MIB = 1 << 20;
  private static final int LARGEST_REQUEST = 17 * MIB;

  /// Offsets in a record batch.
  private static final int LENGTH_AT = 8;

  private static final int MAGIC_AT = 16;
  private static final int CHECKSUM_AT = 17;
  private static final int ATTRIBUTES_AT = 22;
  private static final int COUNT_AT = 57;

  private KafkaAttacks() {}

  static List<Attack> all() {
    return List.of(
        new Attack(
            "kafka: requests of 100 MB announced", attacker -> announce(attacker, 100 * MIB)),
        new Attack(
            "kafka: the largest requests announced",
            attacker -> announce(attacker, LARGEST_REQUEST)),
        new Attack("kafka: odd lengths", KafkaAttacks::oddLengths),
        new Attack("kafka: idle connections", KafkaAttacks::idle),
        new Attack("kafka: other protocols", KafkaAttacks::otherProtocols),
        new Attack("kafka: damaged batches", KafkaAttacks::damagedBatches),
        new Attack("kafka: malformed records", KafkaAttacks::malformedRecords),
        new Attack("kafka: one record of many bad lines", KafkaAttacks::badLines),
        new Attack("kafka: records of 2 GB when decompressed", KafkaAttacks::bombs),
        new Attack("kafka: answers not read", KafkaAttacks::unread),
        new Attack("kafka: metadata of many topics", KafkaAttacks::metadata));
  }

  private static void announce(Attacker attacker, int bytes) throws IOException {
    for (int i = 0; i < attacker.times(60, 400); i++) {
      attacker.connect(Port.KAFKA).send(KafkaFrames.announced(bytes));
    }
  }

  private static void oddLengths(Attacker attacker) throws IOException {
    for (int length : List.of(0, -1, 1, 7, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
      byte[] frame = KafkaFrames.announced(length);
      for (int i = 0; i < attacker.times(10, 100); i++) {
        attacker.connect(Port.KAFKA).send(frame).flood(new byte[64], 1).endOutput();
      }
    }
  }

  private static void idle(Attacker attacker) throws IOException {
    for (int i = 0; i < attacker.times(300, 1_000); i++) {
      attacker.connect(Port.KAFKA).send("\0");
    }
  }

  private static void otherProtocols(Attacker attacker) throws IOException {
    for (String greeting :
        List.of("GET / HTTP/1.1\r\n\r\n", "put m 1 1 a=b\n", "\u0016\3\1\2\0\1")) {
      attacker.answer(attacker.connect(Port.KAFKA).send(greeting).endOutput());
    }
    var random = new Random(35);
    for (int i = 0; i < attacker.times(100, 2_000); i++) {
      byte[] bytes = new byte[random.nextInt(2_000)];
      random.nextBytes(bytes);
      HostileConnection connection = attacker.connect(Port.KAFKA);
      connection.send(KafkaFrames.announced(bytes.length)).flood(bytes, 1).endOutput();
    }
  }

  private static void damagedBatches(Attacker attacker) throws IOException {
    byte[] batch = KafkaFrames.batch(List.of("put m 1 1 a=b".getBytes(UTF_8)));
    for (int at : List.of(LENGTH_AT, MAGIC_AT, CHECKSUM_AT, ATTRIBUTES_AT, COUNT_AT)) {
      for (int value : List.of(0, 1, 2, 3, 4, 5, 127, 128, 255)) {
        byte[] damaged = batch.clone();
        damaged[at] = (byte) value;
        produce(attacker, damaged);
      }
    }
    produce(attacker, new byte[0]);
    produce(attacker, Arrays.copyOf(batch, 20));
    produce(attacker, "x".repeat(1_000).getBytes(UTF_8));
  }

  private static void produce(Attacker attacker, byte[] batches) throws IOException {
    byte[] request = KafkaFrames.produce(INPUT, batches);
    attacker.answer(attacker.connect(Port.KAFKA).flood(request, 1).endOutput());
  }

  private static void malformedRecords(Attacker attacker) throws IOException {
    List<byte[]> values =
        List.of(
            new byte[0],
            new byte[] {0},
            "[".repeat(1_000_000).getBytes(UTF_8),
            "{\"a\":".repeat(200_000).getBytes(UTF_8),
            ("put " + "x".repeat(1_000_000)).getBytes(UTF_8),
            ("[{\"metric\":\"" + "x".repeat(1_000_000) + "\"}]").getBytes(UTF_8),
            new byte[] {0x1f, (byte) 0x8b, 8, 0});
    produce(attacker, KafkaFrames.batch(values));
    produce(attacker, KafkaFrames.batch(Collections.nCopies(100_000, new byte[0])));
  }

  private static void badLines(Attacker attacker) throws IOException {
    byte[] lines = "put\n".repeat(attacker.times(25_000, 2_500_000)).getBytes(UTF_8);
    byte[] elements = ("[" + "1,".repeat(attacker.times(25_000, 2_500_000)) + "1]").getBytes(UTF_8);
    produce(attacker, KafkaFrames.batch(List.of(lines, elements)));
  }

  private static void bombs(Attacker attacker) throws IOException {
    produce(attacker, RecordBombs.zstd(2_000));
    produce(attacker, RecordBombs.gzip(attacker.times(64, 1_020)));
    for (int i = 0; i < attacker.times(1, 20); i++) {
      produce(attacker, RecordBombs.zstd(100));
    }
  }

  private static void unread(Attacker attacker) throws IOException {
    byte[] fetch = KafkaFrames.fetch(INPUT);
    for (int i = 0; i < attacker.times(50, 400); i++) {
      attacker.connect(Port.KAFKA).flood(fetch, 20);
    }
  }

  private static void metadata(Attacker attacker) throws IOException {
    byte[] request = KafkaFrames.metadata(attacker.times(20_000, 500_000));
    for (int i = 0; i < attacker.times(2, 20); i++) {
      attacker.answer(attacker.connect(Port.KAFKA).flood(request, 1).endOutput());
    }
  }
}
