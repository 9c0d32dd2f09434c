package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTest {
  private static final SeriesNameRules RULES = SeriesNameRules.generous(3, 20, 60);

  private static final String[] METRICS = {
    "\"cpu\"", "\"größe\"", "\"a\\u0062\"", "\"a\\\\b\"", "\"\"", "7", "null", "\"a b\"", "\"x{y\""
  };
  private static final String[] TIMES = {
    "1700000000",
    "1700000000123",
    "1700000000.5",
    "\"1700000000\"",
    "0",
    "01",
    "-1",
    "1e9",
    "null",
    "17000000001234567"
  };
  private static final String[] VALUES = {
    "1",
    "-0",
    "1.5",
    "-2.5e-3",
    "1E+5",
    "01",
    "1.",
    ".5",
    "+1",
    "\"3\"",
    "-",
    "1e",
    "true",
    "NaN",
    "123456789012345678901234567890",
    "1" + "0".repeat(200),
    "[1]"
  };
  private static final String[] TAGS = {
    "{}",
    "{\"a\":\"1\"}",
    "{ \"b\" : \"2\" , \"a\":\"1\" }",
    "{\"a\":\"1\",\"a\":\"1\"}",
    "{\"a\":\"1\",\"a\":\"2\"}",
    "{\"a\":1}",
    "{\"a\":null}",
    "{\"a\":\"x}y\"}",
    "{\"a\":{}}",
    "{\"a\":\"1\",}",
    "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\"}",
    "null",
    "[]",
    "{\"\":\"1\"}"
  };

  private final PlainJson plain = new PlainJson(RULES);
  private final AnyJson any = new AnyJson(RULES, new NumberFields());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'metric':'m','timestamp':1,'value':2}",
        "{'metric':'m','timestamp':1,'value':2,'tags':{'a':'1'}}",
        "{ 'tags' : { 'b' : '1', 'a' : '2' } , 'value' : -1.5E-7 , 'timestamp' : 1700000000123"
            + " , 'metric' : 'größe' }",
      })
  void whatAgentsWriteIsPlain(String json) {
    byte[] text = ("xx" + json + ",{").replace('\'', '"').getBytes(UTF_8);
    assertThat(plain.read(text, 2, text.length)).isEqualTo(text.length - 2);
  }

  /// Otherwise the metric of the datapoint before would be read from this text.
  @ParameterizedTest
  @ValueSource(strings = {"'metric'", "'metric','", "'metric''metric':'m','"})
  void aNameWithoutAColonIsNotPlain(String begin) {
    byte[] good = "{\"metric\":\"long.name\",\"timestamp\":1,\"value\":2}".getBytes(UTF_8);
    assertThat(plain.read(good, 0, good.length)).isEqualTo(good.length);
    byte[] text = ("{" + begin + "timestamp':1,'value':2}").replace('\'', '"').getBytes(UTF_8);
    assertThat(plain.read(text, 0, text.length)).isNegative();
  }

  @Property(tries = 5000)
  void whatIsReadIsWhatJacksonReads(@ForAll long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 5; i++) {
      String element = random.nextInt(5) == 0 ? damaged(random) : element(random);
      byte[] text = (element + ", 1").getBytes(UTF_8);
      int stop = plain.read(text, 0, text.length);
      if (stop >= 0) {
        assertThat(JsonEnd.of(text, 0, text.length)).as(element).isEqualTo(stop);
        assertThat(any.read(text, 0, stop)).as(element).isNull();
        assertThat(Collected.text(plain.datapoint())).isEqualTo(Collected.text(any.datapoint()));
        assertThat(plain.datapoint().hash()).isEqualTo(any.datapoint().hash());
      }
    }
  }

  private static String damaged(Random random) {
    String element = element(random);
    int at = random.nextInt(element.length());
    char c = "{}[]\",:\\ 0ae.\n\u0001ñ".charAt(random.nextInt(16));
    return element.substring(0, at) + c + element.substring(at + random.nextInt(2));
  }

  private static String element(Random random) {
    List<String> fields = new ArrayList<>();
    fields.add("\"metric\":" + mostlyFirst(METRICS, random));
    fields.add("\"timestamp\" :" + mostlyFirst(TIMES, random));
    fields.add("\"value\": " + mostlyFirst(VALUES, random));
    if (random.nextInt(4) > 0) {
      fields.add("\"tags\":" + TAGS[(int) (TAGS.length * Math.pow(random.nextDouble(), 3))]);
    }
    if (random.nextInt(10) == 0) {
      fields.add(fields.get(random.nextInt(fields.size())));
    }
    if (random.nextInt(20) == 0) {
      fields.add("\"unknown\":{\"x\":[1]}");
    }
    if (random.nextInt(20) == 0) {
      fields.remove(random.nextInt(fields.size()));
    }
    if (random.nextBoolean()) {
      Collections.shuffle(fields, random);
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static String mostlyFirst(String[] texts, Random random) {
    return texts[random.nextInt(4) > 0 ? 0 : random.nextInt(texts.length)];
  }
}
