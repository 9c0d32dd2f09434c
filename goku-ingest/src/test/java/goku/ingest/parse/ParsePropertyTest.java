package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.ValueType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ParsePropertyTest {
  private static final SeriesNameRules RULES = SeriesNameRules.generous(8, 100, 1000);

  @Property(tries = 300)
  void nameDoesNotDependOnTheOrderOfTags(
      @ForAll("tags") Map<String, String> tags, @ForAll long seed) {
    List<String> pairs = new ArrayList<>();
    tags.forEach((key, value) -> pairs.add(key + "=" + value));
    Collections.shuffle(pairs, new Random(seed));
    Collected found = Collected.of(RULES, "m 1 2 " + String.join(" ", pairs));
    assertThat(found.points).containsExactly(SeriesName.of("m", tags) + " @1000 2.0");
  }

  /// The text has more tags than the parser caches, some of them repeatedly.
  @Property(tries = 10)
  void aParserThatHasReadMuchReadsAsANewOne(@ForAll long seed) {
    var random = new Random(seed);
    var old = new PutRecordReader(RULES, 1000);
    for (int i = 0; i < 30_000; i++) {
      int host = (int) (20_000 * Math.pow(random.nextDouble(), 4));
      byte[] line = "m%d 1 2 host=%d z=1 a=%d".formatted(i % 7, host, host % 3).getBytes(UTF_8);
      var again = new Collected();
      old.read(ByteBuffer.wrap(line), again);
      assertThat(again.points)
          .containsExactly("m%d a=%d host=%d z=1 @1000 2.0".formatted(i % 7, host % 3, host));
    }
  }

  @Property(tries = 2000)
  void valuesAreThoseOfTheJdk(@ForAll("numbers") String number) {
    byte[] bytes = number.getBytes(UTF_8);
    var parser = new NumberParser();
    double wanted = Double.parseDouble(number);
    Rejection rejection = parser.parse(bytes, 0, bytes.length);
    boolean isWhole = number.matches("[+-]?[0-9]+");
    if (isWhole
        && !new BigInteger(number).equals(BigInteger.valueOf(new BigInteger(number).longValue()))) {
      assertThat(rejection).extracting(Rejection::reason).isEqualTo(Reason.VALUE_OUT_OF_RANGE);
    } else if (isWhole) {
      assertThat(rejection).isNull();
      long found =
          parser.type() == ValueType.LONGS
              ? ValueType.integer(parser.word())
              : (long) parser.word();
      assertThat(found).isEqualTo(Long.parseLong(number));
    } else if (Double.isInfinite(wanted)) {
      assertThat(rejection).extracting(Rejection::reason).isEqualTo(Reason.VALUE_NOT_FINITE);
    } else {
      assertThat(rejection).isNull();
      assertThat(Double.doubleToRawLongBits(parser.word()))
          .isEqualTo(Double.doubleToRawLongBits(wanted));
      assertThat(parser.type())
          .isEqualTo(ValueType.isInteger(wanted) ? ValueType.DOUBLES : ValueType.PLAIN);
    }
  }

  @Property(tries = 2000)
  void printedDoublesComeBack(@ForAll double value) {
    byte[] bytes = Double.toString(value).getBytes(UTF_8);
    var parser = new NumberParser();
    assertThat(parser.parse(bytes, 0, bytes.length)).isNull();
    assertThat(parser.word()).isEqualTo(value);
  }

  @Property(tries = 2000)
  void everyRecordIsReadToItsEnd(@ForAll("garbage") String garbage) {
    Collected found = Collected.of(RULES, "x" + garbage + "\nneighbour 1 2 a=b");
    assertThat(found.points).contains("neighbour a=b @1000 2.0");
  }

  @Property(tries = 1000)
  void noBytesBreakTheReaders(@ForAll byte[] bytes, @ForAll("garbage") String garbage) {
    var reader = new PutRecordReader(RULES, 100);
    var found = new Collected();
    reader.read(ByteBuffer.wrap(bytes), found);
    reader.read(ByteBuffer.wrap(("[" + garbage).getBytes(UTF_8)), found);
    assertThat(found.rejections).isNotEmpty();
  }

  @Provide
  Arbitrary<Map<String, String>> tags() {
    Arbitrary<String> words =
        Arbitraries.strings()
            .withCharRange('a', 'c')
            .withChars('ñ', '\uffee', '-')
            .ofMinLength(1)
            .ofMaxLength(4);
    return Arbitraries.maps(words, words).ofMaxSize(8);
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> sign = Arbitraries.of("", "-", "+");
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(22);
    Arbitrary<String> fraction =
        Arbitraries.oneOf(Arbitraries.just(""), digits.map(d -> "." + d), Arbitraries.just("."));
    Arbitrary<String> exponent =
        Arbitraries.oneOf(
            Arbitraries.just(""), Arbitraries.integers().between(-400, 400).map(e -> "e" + e));
    return sign.flatMap(
        s -> digits.flatMap(d -> fraction.flatMap(f -> exponent.map(e -> s + d + f + e))));
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "put",
            " ",
            "=",
            "1",
            ".",
            "e",
            "-",
            "a",
            "ñ",
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ":",
            "\t",
            "\u0000",
            "NaN",
            "\"metric\"",
            "\"tags\"",
            "\"value\"",
            "17")
        .list()
        .ofMaxSize(20)
        .map(parts -> String.join("", parts));
  }
}
