package goku.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/// Feeds a parser with damaged forms of what it takes, for as long as the system property
/// `goku.fuzz.millis` says (a second unless set; hours by hand), from a seed that `goku.fuzz.seed`
/// fixes. What fails is told with its input in hexadecimal.
public final class Fuzz {
  private static final Duration TIME = Duration.ofMillis(Long.getLong("goku.fuzz.millis", 1_000));
  private static final int MAX_BYTES = 1 << 16;

  /// Bytes on which parsers turn.
  private static final byte[] TELLING =
      "\0\n\r\t \"'\\{}[]():,;=*|&%$<>-+.eE0123456789\u007f".getBytes(UTF_8);

  private final List<byte[]> seeds = new ArrayList<>();
  private final Random random;
  private final long seed;

  /// What is fuzzed: returns, or throws what it documents.
  @FunctionalInterface
  public interface Parser {
    void parse(byte[] input) throws Exception;
  }

  private Fuzz(List<byte[]> seeds, long seed) {
    this.seeds.addAll(seeds);
    this.seed = seed;
    this.random = new Random(seed);
  }

  /// A fuzzer that begins with these.
  ///
  /// @param seeds inputs that the parser takes
  public static Fuzz of(byte[]... seeds) {
    long seed = Long.getLong("goku.fuzz.seed", System.nanoTime());
    return new Fuzz(List.of(seeds), seed);
  }

  public static Fuzz of(String... seeds) {
    return of(Arrays.stream(seeds).map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new));
  }

  /// Runs until the time is over; the seeds themselves first.
  ///
  /// @throws AssertionError for whatever the parser throws, with the input
  public void run(Parser parser) {
    run(parser, thrown -> false);
  }

  /// The same for a parser that may throw something.
  ///
  /// @param documented what the parser may throw
  public void run(Parser parser, Class<? extends Exception> documented) {
    run(parser, documented::isInstance);
  }

  private void run(Parser parser, Predicate<Throwable> documented) {
    for (byte[] input : seeds) {
      once(parser, input, documented);
    }
    long end = System.nanoTime() + TIME.toNanos();
    long inputs = 0;
    while (System.nanoTime() < end) {
      once(parser, damaged(), documented);
      inputs++;
    }
    System.out.printf("fuzzed with %d inputs, seed %d%n", inputs, seed);
  }

  private void once(Parser parser, byte[] input, Predicate<Throwable> documented) {
    try {
      parser.parse(input);
    } catch (Throwable e) {
      if (!documented.test(e)) {
        String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, 4_000));
        throw new AssertionError(
            "seed %d, %d bytes: %s%n%s"
                .formatted(seed, input.length, hex, new String(input, UTF_8)),
            e);
      }
    }
  }

  private byte[] damaged() {
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    for (int i = random.nextInt(6); i >= 0; i--) {
      input = changed(input);
    }
    return input;
  }

  private byte[] changed(byte[] input) {
    if (input.length == 0) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    int at = random.nextInt(input.length);
    int length = 1 + random.nextInt(Math.min(input.length - at, 16));
    byte[] changed = input.clone();
    switch (random.nextInt(8)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) random.nextInt(256);
      case 2 -> changed[at] = TELLING[random.nextInt(TELLING.length)];
      case 3 -> changed = Arrays.copyOf(input, at);
      case 4 -> changed = joined(input, 0, at, input, at + length, input.length);
      case 5 -> changed = repeated(input, at, at + length);
      case 6 -> {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = random.nextInt(other.length + 1);
        changed = joined(input, 0, at, other, from, other.length);
      }
      default -> Arrays.fill(changed, at, at + length, (byte) (random.nextBoolean() ? 0xff : 0));
    }
    return changed;
  }

  /// A part of it many times, as in what is nested.
  private byte[] repeated(byte[] input, int from, int to) {
    int times = 1 << random.nextInt(13);
    if (input.length + (long) times * (to - from) > MAX_BYTES) {
      return input;
    }
    byte[] part = Arrays.copyOfRange(input, from, to);
    byte[] grown = Arrays.copyOf(input, from);
    int size = from;
    grown = Arrays.copyOf(grown, input.length + times * part.length);
    for (int i = 0; i < times; i++) {
      System.arraycopy(part, 0, grown, size, part.length);
      size += part.length;
    }
    System.arraycopy(input, from, grown, size, input.length - from);
    return grown;
  }

  private static byte[] joined(byte[] a, int fromA, int toA, byte[] b, int fromB, int toB) {
    byte[] joined = Arrays.copyOfRange(a, fromA, toA + (toB - fromB));
    System.arraycopy(b, fromB, joined, toA - fromA, toB - fromB);
    return joined;
  }
}
