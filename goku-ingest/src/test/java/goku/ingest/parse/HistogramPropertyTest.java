package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.HistogramText;
import goku.ingest.Points;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/// Random histograms in all forms: what is stored are the counts that were sent.
class HistogramPropertyTest {
  private static final String SERIES = "{\"metric\":\"m\",\"timestamp\":1700000000";

  private final JsonReader json = JsonReader.ofHistograms(Points.RULES, 42);
  private final HistogramLine line = new HistogramLine(Points.RULES, 1 << 20, 42);

  private record Bucket(float lower, float upper, long count) {
    String bounds() {
      return lower + "," + upper;
    }
  }

  @Property(tries = 500)
  void fixedRangesAreStoredAsSent(@ForAll long seed) {
    var random = new Random(seed);
    List<Bucket> sorted = buckets(random);
    long underflow = count(random);
    long overflow = count(random);
    List<Bucket> buckets = new ArrayList<>(sorted);
    Collections.shuffle(buckets, random);

    String stored =
        sorted.stream()
                .map(one -> one.bounds() + "=" + one.count + ":")
                .collect(Collectors.joining())
            + "u=%d:o=%d".formatted(underflow, overflow);
    String inJson =
        buckets.stream()
            .map(one -> "\"%s\":%s".formatted(one.bounds(), number(one.count, random)))
            .collect(Collectors.joining(",", SERIES + ",\"buckets\":{", "}"));
    if (!buckets.isEmpty()) {
      assertThat(
              readJson(
                  inJson
                      + ",\"underflow\":%d,\"overflow\":%s}"
                          .formatted(underflow, number(overflow, random))))
          .isEqualTo(stored);
    }
    List<String> words = new ArrayList<>();
    buckets.forEach(one -> words.add(one.bounds() + "=" + one.count));
    words.add(random.nextInt(words.size() + 1), "u=" + underflow);
    words.add(random.nextInt(words.size() + 1), "O=" + overflow);
    assertThat(readLine(String.join(":", words))).isEqualTo(stored);
    byte[] encoded = encoded(buckets, underflow, overflow);
    if (encoded.length >= 6) {
      String base64 = Base64.getEncoder().encodeToString(encoded);
      String unpadded = Base64.getUrlEncoder().withoutPadding().encodeToString(encoded);
      assertThat(readLine("42 " + base64)).isEqualTo(stored);
      assertThat(readJson(SERIES + ",\"id\":42,\"value\":\"%s\"}".formatted(unpadded)))
          .isEqualTo(stored);
    }
  }

  @Property(tries = 500)
  void exponentialRangesAreStoredAsSentWithoutOuterZeros(@ForAll long seed) {
    var random = new Random(seed);
    int scale = random.nextInt(-10, 21);
    List<Long> positive = counts(random);
    List<Long> negative = counts(random);
    int positiveOffset = random.nextInt(-1000, 1000);
    int negativeOffset = random.nextInt(-1000, 1000);
    long zero = count(random);
    long total = zero + sum(positive) + sum(negative);
    String sent =
        SERIES
            + ",\"scale\":%d,\"zeroCount\":%s,\"count\":%s"
                .formatted(scale, number(zero, random), number(total, random))
            + ",\"positive\":{\"offset\":%d,\"bucketCounts\":%s}"
                .formatted(positiveOffset, numbers(positive, random))
            + ",\"negative\":{\"bucketCounts\":%s,\"offset\":%d}}"
                .formatted(numbers(negative, random), negativeOffset);
    assertThat(readJson(sent))
        .isEqualTo(
            "scale=%d:zero=%d/0.0:positive=%s:negative=%s"
                .formatted(
                    scale, zero, run(positiveOffset, positive), run(negativeOffset, negative)));
  }

  private static String run(int offset, List<Long> counts) {
    int from = 0;
    int to = counts.size();
    while (from < to && counts.get(from) == 0) {
      from++;
    }
    while (to > from && counts.get(to - 1) == 0) {
      to--;
    }
    return (from == to ? 0 : offset + from) + counts.subList(from, to).toString();
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  private static List<Long> counts(Random random) {
    List<Long> counts = new ArrayList<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      counts.add(random.nextBoolean() ? 0 : count(random));
    }
    return counts;
  }

  private static List<Bucket> buckets(Random random) {
    Set<List<Float>> bounds = new HashSet<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      bounds.add(List.of(bound(random), bound(random)));
    }
    return bounds.stream()
        .map(pair -> new Bucket(pair.getFirst(), pair.getLast(), count(random)))
        .sorted(Comparator.comparingDouble(Bucket::lower).thenComparingDouble(Bucket::upper))
        .toList();
  }

  private static float bound(Random random) {
    float any = Float.intBitsToFloat(random.nextInt());
    return random.nextBoolean() && Float.isFinite(any) ? any : random.nextInt(-5, 5);
  }

  private static long count(Random random) {
    return random.nextLong(1L << 55) >>> random.nextInt(56);
  }

  private static String number(long number, Random random) {
    return random.nextBoolean() ? Long.toString(number) : "\"" + number + "\"";
  }

  private static String numbers(List<Long> numbers, Random random) {
    return numbers.stream().map(one -> number(one, random)).toList().toString();
  }

  private static byte[] encoded(List<Bucket> buckets, long underflow, long overflow) {
    ByteBuffer bytes = ByteBuffer.allocate(20 + 17 * buckets.size());
    bytes.putShort((short) buckets.size());
    for (Bucket one : buckets) {
      bytes.putFloat(one.lower).putFloat(one.upper);
      putVarint(bytes, one.count);
    }
    putVarint(bytes, underflow);
    putVarint(bytes, overflow);
    byte[] all = new byte[bytes.position()];
    bytes.get(0, all);
    return all;
  }

  private static void putVarint(ByteBuffer bytes, long value) {
    long rest = value;
    for (; rest >= 0x80; rest >>>= 7) {
      bytes.put((byte) (rest | 0x80));
    }
    bytes.put((byte) rest);
  }

  private String readLine(String value) {
    byte[] bytes = ("histogram m 1700000000 " + value + " a=b").getBytes(UTF_8);
    var point = new Datapoint();
    assertThat(line.parse(bytes, 0, bytes.length, point)).isNull();
    return HistogramText.of(Objects.requireNonNull(point.histogram()));
  }

  private String readJson(String object) {
    byte[] bytes = object.getBytes(UTF_8);
    List<String> found = new ArrayList<>();
    json.readAll(
        bytes,
        0,
        bytes.length,
        new PointHandler() {
          @Override
          public @Nullable Rejection accept(Datapoint point) {
            found.add(HistogramText.of(Objects.requireNonNull(point.histogram())));
            return null;
          }

          @Override
          public void rejected(Rejection rejection, byte[] source, int offset, int length) {
            found.add(rejection.message());
          }
        });
    return found.getFirst();
  }
}
