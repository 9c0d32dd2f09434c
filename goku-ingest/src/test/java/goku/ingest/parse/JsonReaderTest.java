package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.ValueType;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private static final SeriesNameRules RULES = SeriesNameRules.generous(3, 20, 100);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'metric':'m','timestamp':1,'value':2,'tags':{'b':'x','a':'y'}}|m a=y b=x @1000 2.0",
        "{'tags':{'a':77},'value':'+5','timestamp':'1700000000','metric':'m'}|m a=77 @1700000000000"
            + " 5.0",
        "{'metric':'m','timestamp':1793577600.750,'value':'1.','tags':{}}|m @1793577600750 1.0",
        "{'metric':'m','timestamp':1793577600.0019,'value':1}|m @1793577600001 1.0",
        "{'metric':'m','timestamp':1.7935776005e9,'value':1}|m @1793577600500 1.0",
        "{'metric':'m','timestamp':1793577600123.9,'value':1}|m @1793577600123 1.0",
        "{'metric':'m','timestamp':1,'value':2,'foo':{'x':[1]},'tags':null}|m @1000 2.0",
        "{'metric':'\\u00f1\\ud83d\\ude00ñ','timestamp':1,'value':1e3}|ñ\ud83d\ude00ñ @1000 1000.0",
        "{'metric':'x','metric':'m','timestamp':1,'value':2}|m @1000 2.0",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'a':'1','a':'2'}}|m a=2 @1000 2.0",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'b':1,'a':1,'b':2,'c':3}}|m a=1 b=2 c=3"
            + " @1000 2.0",
        "{'metric':'a b','timestamp':1,'value':2,'tags':{'k y':'G1 Eden'}}|a\u001fb"
            + " k\u001fy=G1\u001fEden @1000 2.0",
        "{'metric':'a,{}','timestamp':1,'value':2,'tags':{'uri':'/api/{id}?q=1'}}|a,{}"
            + " uri=/api/{id}?q=1 @1000 2.0",
        "{'metric':'\\\"a\\\\','timestamp':1,'value':2,'tags':{'a':'x\u00a0y'}}|\"a\\ a=x\u00a0y"
            + " @1000 2.0",
      })
  void takesObject(String json, String wanted) {
    Collected found = Collected.of(RULES, json.replace('\'', '"'));
    assertThat(found.rejections).isEmpty();
    assertThat(found.points).containsExactly(wanted);
  }

  @Test
  void refusalsNameTheMetricTheKeyAndTheWholeValue() {
    String value = "a long value with a tab \\t ".repeat(15).strip();
    Collected found =
        Collected.of(
            SeriesNameRules.generous(3, 1000, 2000),
            """
            {"tags":{"id":"%s"},"timestamp":1,"value":2,"metric":"jvm memory"}
            """
                .formatted(value));
    assertThat(found.rejections)
        .extracting(Rejection::message)
        .containsExactly(
            "Invalid tag value with key [id] (\"%s\"): illegal character: U+0009 (metric \"jvm memory\")"
                .formatted(value.replace("\\t", "\t")));
  }

  @ParameterizedTest
  @CsvSource(textBlock = Collected.INTEGERS)
  void integersOf64BitsAreExactAsNumbersAndAsTexts(String value, ValueType type) {
    for (String written : List.of(value, '"' + value + '"')) {
      Collected found =
          Collected.of(RULES, "{\"metric\":\"m\",\"timestamp\":1,\"value\":%s}".formatted(written));
      assertThat(found.integers).containsExactly(type + " " + value);
    }
  }

  @Test
  void strictRefusalsNameTheMetricTheKeyAndTheWholeValueToo() {
    byte[] text =
        """
        {"metric":"jvm.memory","timestamp":1,"value":2,"tags":{"id":"G1 Eden Space"}}
        """
            .getBytes(UTF_8);
    var found = new Collected();
    new JsonReader(SeriesNameRules.strict(20, 100)).readFirst(text, 0, text.length, found);
    assertThat(found.rejections)
        .extracting(Rejection::message)
        .containsExactly(
            "Invalid tag value with key [id] (\"G1 Eden Space\"): illegal character: U+0020 (metric"
                + " \"jvm.memory\")");
  }

  /// Offsets in such a text would not be offsets of its bytes.
  @Test
  void refusesUtf16AndUtf32AsAWhole() {
    for (String begin : List.of("\ufeff{", "{", "[{")) {
      for (String charset : List.of("UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE")) {
        byte[] text = begin.getBytes(Charset.forName(charset));
        var refused = new Collected();
        new JsonReader(RULES).readFirst(text, 0, text.length, refused);
        assertThat(refused.rejections).as(begin + charset).hasSize(1);
        assertThat(refused.rejections.getFirst().reason()).isEqualTo(Reason.JSON_MALFORMED);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|METRIC_EMPTY",
        "[null]|METRIC_EMPTY",
        "[5]|JSON_NOT_AN_OBJECT",
        "[[{'metric':'m','timestamp':1,'value':2}]]|JSON_NOT_AN_OBJECT",
        "{'metric':'','timestamp':1,'value':2}|METRIC_EMPTY",
        "{'metric':null,'timestamp':1,'value':2}|METRIC_EMPTY",
        "{'metric':['m'],'timestamp':1,'value':2}|JSON_WRONG_TYPE",
        "{'metric':'a=b','timestamp':1,'value':2}|METRIC_BAD_CHARACTER",
        "{'metric':'a\\nb','timestamp':1,'value':2}|METRIC_BAD_CHARACTER",
        "{'metric':'\\ud800','timestamp':1,'value':2}|BAD_UTF8",
        "{'metric':'m','value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':null,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':0,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':-5,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':17935776000000,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':17935776000000000000,'value':2}|JSON_WRONG_TYPE",
        "{'metric':'m','timestamp':{},'value':2}|JSON_WRONG_TYPE",
        "{'metric':'m','timestamp':'abc','value':2}|TIMESTAMP_NOT_A_NUMBER",
        "{'metric':'m','timestamp':true,'value':2}|TIMESTAMP_NOT_A_NUMBER",
        "{'metric':'m','timestamp':1}|VALUE_EMPTY",
        "{'metric':'m','timestamp':1,'value':''}|VALUE_EMPTY",
        "{'metric':'m','timestamp':1,'value':null}|VALUE_EMPTY",
        "{'metric':'m','timestamp':1,'value':true}|VALUE_INVALID",
        "{'metric':'m','timestamp':1,'value':' 5'}|VALUE_INVALID",
        "{'metric':'m','timestamp':1,'value':9223372036854775808}|VALUE_OUT_OF_RANGE",
        "{'metric':'m','timestamp':1,'value':'9223372036854775808'}|VALUE_OUT_OF_RANGE",
        "{'metric':'m','timestamp':1,'value':-9223372036854775809}|VALUE_OUT_OF_RANGE",
        "{'metric':'m','timestamp':1,'value':[1]}|JSON_WRONG_TYPE",
        "{'metric':'m','timestamp':1,'value':2,'tags':'a=b'}|JSON_WRONG_TYPE",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'a':{'b':1}}}|JSON_WRONG_TYPE",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'a':null}}|TAG_EMPTY",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'':'v'}}|TAG_EMPTY",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'x=y':'a'}}|TAG_BAD_CHARACTER",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'a':'\\u001f'}}|TAG_BAD_CHARACTER",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'a':1,'b':1,'c':1,'d':1}}|TOO_MANY_TAGS",
        "{'metric':'m','timestamp':1,|JSON_TRUNCATED",
        "{'metric':'m','timestamp':1,'value':2}}|JSON_MALFORMED",
        "{'metric':'m','timestamp':NaN,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':Infinity,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':0.0004,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':-1.5,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':1e-999999999,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':1e999999999,'value':2}|TIMESTAMP_INVALID",
        "{'metric':'m','timestamp':1,'value':NaN}|VALUE_NOT_FINITE",
        "{'metric':'m','timestamp':1,'value':Infinity}|VALUE_NOT_FINITE",
        "{'metric':'m','timestamp':1,'value':-Infinity}|VALUE_NOT_FINITE",
        "{'metric':'m','timestamp':1,'value':nan}|JSON_MALFORMED",
        "[nonsense]|JSON_MALFORMED",
        "[\u0000\u0000\u0000]|JSON_MALFORMED",
        "{\u0000}\u0000x|JSON_MALFORMED",
      })
  void refusesObject(String json, Reason reason) {
    Collected found = Collected.of(RULES, json.replace('\'', '"'));
    assertThat(found.reasons()).containsExactly(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "\"abc\"",
        "5",
        "01",
        "\u0000\u0000\u0000\u0001",
        "5\u0000\u0000\u0000",
        "[[1],{}]",
        "{\"metric\" 5}",
        "{metric:\"m\"}",
        "{\"metric\":\"m\",\"timestamp\":1,\"value\":NaN}",
        "{\"metric\":\"m\",\"timestamp\":1,\"value\":1.2.3}",
        "{\"metric\":\"a\\x\",\"timestamp\":1,\"value\":2}",
        "{\"metric\":\"]}\\\"=\",\"timestamp\":1,\"value\":2}",
      })
  void elementThatIsNoDatapointCostsOnlyItself(String bad) {
    Collected found = Collected.of(RULES, "[" + good(1) + "," + bad + " , " + good(2) + "]");
    assertThat(found.points).containsExactly("m @1000 5.0", "m @2000 5.0");
    assertThat(found.sources).containsExactly(bad);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"metric\":\"m\u00ff\"", "\"tags\":{\"a\":\"\u00c0\u00af\"}"})
  void byteThatIsNoUtf8CostsOnlyItsDatapoint(String field) {
    String bad = "{\"metric\":\"m\",\"timestamp\":1,\"value\":2," + field + "}";
    byte[] text = ("[" + good(1) + "," + bad + "," + good(2) + "]").getBytes(ISO_8859_1);
    var found = new Collected();
    new JsonReader(RULES).readAll(text, 0, text.length, found);
    assertThat(found.points).containsExactly("m @1000 5.0", "m @2000 5.0");
    assertThat(found.reasons()).containsExactly(Reason.BAD_UTF8);
  }

  @Test
  void textWithoutStructureIsRefusedFromThereOn() {
    for (String rest :
        List.of(
            "{\"metric\":\"m\"]",
            "{\"tags\":[}]}]",
            ",{}]",
            "]",
            "{\"metric\":\"m]",
            good(2) + good(2) + "]")) {
      Collected found = Collected.of(RULES, "[" + good(1) + "," + rest);
      assertThat(found.points).contains("m @1000 5.0");
      assertThat(found.rejections).as(rest).hasSize(1);
      assertThat(found.rejections.getFirst().message()).contains("from byte ");
    }
  }

  @Test
  void strictTimestampLosesItsFraction() {
    byte[] text =
        "{\"metric\":\"m\",\"timestamp\":1.75,\"value\":2,\"tags\":{\"a\":\"b\"}}".getBytes(UTF_8);
    var found = new Collected();
    new JsonReader(SeriesNameRules.strict(20, 100)).readFirst(text, 0, text.length, found);
    assertThat(found.points).containsExactly("m a=b @1000 2.0");
  }

  @Test
  void badDatapointDoesNotTouchItsNeighbours() {
    String bad = "{\"metric\":\"m\",\"timestamp\":{\"a\":[1]},\"value\":[],\"tags\":5}";
    Collected found = Collected.of(RULES, "[" + good(1) + ", " + bad + " ," + good(2) + ",3]");
    assertThat(found.points).containsExactly("m @1000 5.0", "m @2000 5.0");
    assertThat(found.sources).containsExactly(bad, "3");
  }

  @Test
  void datapointsBeforeACutAreKept() {
    String cut = good(3).substring(0, 20);
    Collected found = Collected.of(RULES, "[" + good(1) + "," + good(2) + "," + cut);
    assertThat(found.points).containsExactly("m @1000 5.0", "m @2000 5.0");
    assertThat(found.reasons()).containsExactly(Reason.JSON_TRUNCATED);
    assertThat(found.sources).containsExactly(cut);
  }

  @Test
  void everyCutOfAnArrayIsToldAndNeverInventsADatapoint() {
    String whole = "[" + good(1) + "," + good(2) + "]";
    for (int length = 1; length < whole.length(); length++) {
      Collected found = Collected.of(RULES, whole.substring(0, length));
      assertThat(found.reasons()).containsExactly(Reason.JSON_TRUNCATED);
      assertThat(found.points.size())
          .isEqualTo(length > 2 * good(1).length() + 1 ? 2 : length > good(1).length() ? 1 : 0);
    }
  }

  @Test
  void readsOneValueAfterTheOtherOrTheFirstOnly() {
    byte[] text = ("xx" + good(1) + "\n" + good(2)).getBytes(UTF_8);
    var all = new Collected();
    new JsonReader(RULES).readAll(text, 2, text.length - 2, all);
    assertThat(all.points).containsExactly("m @1000 5.0", "m @2000 5.0");
    var first = new Collected();
    new JsonReader(RULES).readFirst(text, 2, text.length - 2, first);
    assertThat(first.points).containsExactly("m @1000 5.0");
  }

  @Test
  void sourceOfARefusedDatapointIsFoundBehindAnOffset() {
    byte[] text = ("xx" + good(1) + "{\"metric\":\"ñ,\"}").getBytes(UTF_8);
    var all = new Collected();
    new JsonReader(RULES).readAll(text, 2, text.length - 2, all);
    assertThat(all.sources).containsExactly("{\"metric\":\"ñ,\"}");
  }

  private static String good(int timestamp) {
    return "{\"metric\":\"m\",\"timestamp\":" + timestamp + ",\"value\":5}";
  }
}
