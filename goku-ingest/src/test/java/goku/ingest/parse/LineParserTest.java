package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.ValueType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineParserTest {
  private static final SeriesNameRules GENEROUS = SeriesNameRules.generous(4, 20, 60);
  private static final SeriesNameRules STRICT = SeriesNameRules.strict(20, 60);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put cpu 1700000000 1.5 host=a az=b|cpu az=b host=a @1700000000000 1.5",
        "cpu 1700000000 1.5 host=a|cpu host=a @1700000000000 1.5",
        "put  cpu   1700000000  1.5   host=a  |cpu host=a @1700000000000 1.5",
        "cpu 1700000000 7|cpu @1700000000000 7.0",
        "cpu 1700000000123 7 a=b|cpu a=b @1700000000123 7.0",
        "cpu 1700000000.25 7 a=b|cpu a=b @1700000000250 7.0",
        "cpu 1700000000.2509 7 a=b|cpu a=b @1700000000250 7.0",
        "cpu 5 7 a=b|cpu a=b @5000 7.0",
        "cpu 1700000000 7 a=b a=b|cpu a=b @1700000000000 7.0",
        "cpu 1700000000 18446744073709551615.0 a=b|cpu a=b @1700000000000 1.8446744073709552E19",
        "größe 1700000000 7 le=+Inf a:b=@%|größe a:b=@% le=+Inf @1700000000000 7.0",
        "cpu 1700000000 7 c=1 b=2 a=3 b=2|cpu a=3 b=2 c=1 @1700000000000 7.0",
        "put \"rep.td\" 1 7 host=a|rep.td host=a @1000 7.0",
        "put \"a b\" 1 7 \"k y\"=\"G1 Eden\" a=b|a\u001fb a=b k\u001fy=G1\u001fEden @1000 7.0",
        "cpu 1 7 uri=\"/{id},a=b\"|cpu uri=/{id},a=b @1000 7.0",
        "cpu 1 7 dir=\"C:\\a \\\"b\\\" \\\\\"  c=C:\\ a=b|cpu a=b c=C:\\"
            + " dir=C:\\a\u001f\"b\"\u001f\\ @1000 7.0",
      })
  void takesLine(String line, String wanted) {
    Collected found = Collected.of(GENEROUS, line);
    assertThat(found.rejections).isEmpty();
    assertThat(found.points).containsExactly(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put|NOT_ENOUGH_FIELDS",
        "put cpu|NOT_ENOUGH_FIELDS",
        "put cpu 1700000000|NOT_ENOUGH_FIELDS",
        "cpu 1700000000 |NOT_ENOUGH_FIELDS",
        "c,pu 1700000000 7|METRIC_BAD_CHARACTER",
        "c=pu 1700000000 7|METRIC_BAD_CHARACTER",
        "c\"pu 1700000000 7|METRIC_BAD_CHARACTER",
        "c\u0001pu 1700000000 7|METRIC_BAD_CHARACTER",
        "c\u00a0pu 1700000000 7|METRIC_BAD_CHARACTER",
        "c\u0085pu 1700000000 7|METRIC_BAD_CHARACTER",
        "123456789012345678901 1700000000 7|METRIC_TOO_LONG",
        "cpu now 7|TIMESTAMP_NOT_A_NUMBER",
        "cpu 17000000x0 7|TIMESTAMP_NOT_A_NUMBER",
        "cpu 1700000000.x 7|TIMESTAMP_NOT_A_NUMBER",
        "cpu 1e9 7|TIMESTAMP_NOT_A_NUMBER",
        "cpu - 7|TIMESTAMP_NOT_A_NUMBER",
        "cpu 0 7|TIMESTAMP_INVALID",
        "cpu 0.0004 7|TIMESTAMP_INVALID",
        "cpu -5 7|TIMESTAMP_INVALID",
        "cpu 17000000000000 7|TIMESTAMP_INVALID",
        "cpu 99999999999999999999 7|TIMESTAMP_INVALID",
        "cpu 1700000000 abc|VALUE_INVALID",
        "cpu 1700000000 1.2.3|VALUE_INVALID",
        "cpu 1700000000 0x10|VALUE_INVALID",
        "cpu 1700000000 1d|VALUE_INVALID",
        "cpu 1700000000 1e|VALUE_INVALID",
        "cpu 1700000000 1e+|VALUE_INVALID",
        "cpu 1700000000 .|VALUE_INVALID",
        "cpu 1700000000 +|VALUE_INVALID",
        "cpu 1700000000 true|VALUE_INVALID",
        "cpu 1700000000 NaN|VALUE_NOT_FINITE",
        "cpu 1700000000 -Infinity|VALUE_NOT_FINITE",
        "cpu 1700000000 1e999|VALUE_NOT_FINITE",
        "cpu 1700000000 7 host|TAG_MALFORMED",
        "cpu 1700000000 7 host=a=b|TAG_MALFORMED",
        "cpu 1700000000 7 host=|TAG_EMPTY",
        "cpu 1700000000 7 =a|TAG_EMPTY",
        "cpu 1700000000 7 host=a{b|TAG_BAD_CHARACTER",
        "cpu 1700000000 7 ho,st=a|TAG_BAD_CHARACTER",
        "cpu 1700000000 7 123456789012345678901=a|TAG_TOO_LONG",
        "cpu 1700000000 7 a=123456789012345678901|TAG_TOO_LONG",
        "cpu 1700000000 7 a=1 a=2|TAG_DUPLICATE",
        "cpu 1700000000 7 a=1 b=2 a=2|TAG_DUPLICATE",
        "cpu 1700000000 7 a=1 b=2 c=3 d=4 e=5|TOO_MANY_TAGS",
        "\"\" 1 7|METRIC_EMPTY",
        "\"a b 1 7|METRIC_BAD_CHARACTER",
        "\"a b\"c 1 7|METRIC_BAD_CHARACTER",
        "\"a=b\" 1 7|METRIC_BAD_CHARACTER",
        "\"a\u0001b\" 1 7|METRIC_BAD_CHARACTER",
        "\"a b\" 1|NOT_ENOUGH_FIELDS",
        "\"a b\" 1 x|VALUE_INVALID",
        "cpu 1 7 a=\"|TAG_MALFORMED",
        "cpu 1 7 a=\"b\"c|TAG_MALFORMED",
        "cpu 1 7 a=\"b\"=c|TAG_EMPTY",
        "cpu 1 7 \"a\"|TAG_MALFORMED",
        "cpu 1 7 a=\"\"|TAG_EMPTY",
        "cpu 1 7 a=b\"c|TAG_BAD_CHARACTER",
        "cpu 1 7 \"a=b\"=c|TAG_BAD_CHARACTER",
        "cpu 1700000000 7 a=12345678901234567890 b=12345678901234567890"
            + " c=1234567890123456|NAME_TOO_LONG",
      })
  void refusesLine(String line, Reason reason) {
    Collected found = Collected.of(GENEROUS, line);
    assertThat(found.points).isEmpty();
    assertThat(found.reasons()).containsExactly(reason);
    assertThat(found.rejections.getFirst().message()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put cpu 1700000000 7|NO_TAGS",
        "put  cpu 1700000000 7 a=b|METRIC_EMPTY",
        "put cpu  1700000000 7 a=b|TIMESTAMP_NOT_A_NUMBER",
        "put cpu 1700000000  7 a=b|VALUE_EMPTY",
        "put cpu! 1700000000 7 a=b|METRIC_BAD_CHARACTER",
        "put cpu 1700000000 7 a=b+|TAG_BAD_CHARACTER",
        "put cpu 1700000000 7 a=\"b\"|TAG_BAD_CHARACTER",
        "put \"cpu\" 1700000000 7 a=b|METRIC_BAD_CHARACTER",
        "put c 1700000000 7 a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1|TOO_MANY_TAGS",
      })
  void strictRulesRefuseWhatOpenTsdbRefuses(String line, Reason reason) {
    assertThat(Collected.of(STRICT, line).reasons()).containsExactly(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put größe/a_b-c.d 1700000000 9223372036854775807 zñ=zé",
        "put cpu 1700000000 -9223372036854775808 a=b",
        "put cpu 1700000000 1e3  a=b  c=d",
      })
  void strictRulesTakeWhatOpenTsdbTakes(String line) {
    assertThat(Collected.of(STRICT, line).rejections).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(textBlock = Collected.INTEGERS)
  void integersOf64BitsAreExact(String value, ValueType type) {
    for (SeriesNameRules rules : List.of(STRICT, GENEROUS)) {
      Collected found = Collected.of(rules, "put cpu 1700000000 %s a=b".formatted(value));
      assertThat(found.integers).containsExactly(type + " " + value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "18446744073709551615"})
  void integersBeyond64BitsAreRefused(String value) {
    for (SeriesNameRules rules : List.of(STRICT, GENEROUS)) {
      Collected found = Collected.of(rules, "put cpu 1700000000 %s a=b".formatted(value));
      assertThat(found.reasons()).containsExactly(Reason.VALUE_OUT_OF_RANGE);
    }
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    for (String bad : new String[] {"\u00ff", "\u00c3", "\u00c0\u0080", "\u00ed\u00a0\u0080"}) {
      var collected = new Collected();
      byte[] line = ("c" + bad + " 1700000000 7 a=b").getBytes(ISO_8859_1);
      new PutRecordReader(GENEROUS, 100).read(ByteBuffer.wrap(line), collected);
      assertThat(collected.reasons()).containsExactly(Reason.BAD_UTF8);
    }
  }

  @Test
  void lineBeyondTheLimitIsRefusedAndOneAtItIsNot() {
    String line = "cpu 1700000000 7 a=b";
    byte[] bytes = line.getBytes(ISO_8859_1);
    var point = new Datapoint();
    assertThat(new LineParser(GENEROUS, bytes.length).parse(bytes, 0, bytes.length, point))
        .isNull();
    var rejection = new LineParser(GENEROUS, bytes.length - 1).parse(bytes, 0, bytes.length, point);
    assertThat(rejection)
        .isEqualTo(new Rejection(Reason.LINE_TOO_LONG, "Line of 20 bytes, maximum allowed: 19"));
  }

  @Test
  void tagsThatWereReadBeforeStandBehindEveryMetric() {
    Collected found =
        Collected.of(GENEROUS, "cpu 1 1 b=2 a=1\nmem 2 2 b=2 a=1\nmem 3 3  b=2 a=1\nmem 4 4 b=2");
    assertThat(found.points)
        .containsExactly(
            "cpu a=1 b=2 @1000 1.0",
            "mem a=1 b=2 @2000 2.0",
            "mem a=1 b=2 @3000 3.0",
            "mem b=2 @4000 4.0");
  }

  @Test
  void aNameIsNotTooLongOnlyBecauseItsTagsAreKnown() {
    String tags = " a=12345678901234567890 b=1234567890123456789";
    Collected found = Collected.of(GENEROUS, "c 1 1" + tags + "\n12345678901234567890 1 1" + tags);
    assertThat(found.points).hasSize(1);
    assertThat(found.reasons()).containsExactly(Reason.NAME_TOO_LONG);
  }

  @Test
  void tagsThatAreRefusedAreRefusedAgain() {
    Collected found = Collected.of(GENEROUS, "cpu 1 1 a=1 a=2\ncpu 1 1 a=1 a=2");
    assertThat(found.reasons()).containsExactly(Reason.TAG_DUPLICATE, Reason.TAG_DUPLICATE);
  }

  @Test
  void hashesAreThoseOfTheModel() {
    byte[] line = "cpu 1700000000 7 b=2 a=1".getBytes(ISO_8859_1);
    var point = new Datapoint();
    new LineParser(GENEROUS, 100).parse(line, 0, line.length, point);
    var name = SeriesName.of("cpu", Map.of("a", "1", "b", "2"));
    assertThat(point.hash()).isEqualTo(name.hash());
    assertThat(point.metricHash()).isEqualTo(name.metricHash());
  }

  @Test
  void messagesNameFieldValueAndLimit() {
    assertThat(Collected.of(GENEROUS, "c!u,x 1 2").rejections.getFirst().message())
        .isEqualTo("Invalid metric name (\"c!u,x\"): illegal character: ,");
    assertThat(Collected.of(GENEROUS, "cpu 1 2 a=b id=x,y").rejections.getFirst().message())
        .isEqualTo(
            "Invalid tag value with key [id] (\"x,y\"): illegal character: , (metric \"cpu\")");
    assertThat(Collected.of(GENEROUS, "cpu 17000000000000 2").rejections.getFirst().message())
        .isEqualTo(
            "Invalid timestamp \"17000000000000\": wanted 1 to 10 digits of seconds or 11 to 13 of"
                + " milliseconds (metric \"cpu\")");
    assertThat(Collected.of(GENEROUS, "cpu 1700000000 12x").rejections.getFirst().message())
        .isEqualTo(
            "Unable to parse value to a number: Invalid character 'x' in \"12x\" (metric \"cpu\")");
  }
}
