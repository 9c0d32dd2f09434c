package goku.root.annotation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AnnotationSerdeTest {
  private static final AnnotationKey KEY = new AnnotationKey("AB", 1_760_000_900_000L);
  private static final Annotation ANNOTATION =
      new Annotation(KEY, 1_760_000_960_000L, "release \"42\"", "é", Map.of("who", "me"));

  @Test
  void theFormatOfVersionOneNeverChanges() {
    assertThat(new String(AnnotationSerde.serializeKey(KEY), UTF_8)).isEqualTo("AB/1760000900");
    assertThat(new String(AnnotationSerde.serializeValue(ANNOTATION), UTF_8))
        .isEqualTo(
            """
            {"version":1,"tsuid":"AB","startTime":1760000900,"endTime":1760000960,\
            "description":"release \\"42\\"","notes":"é","custom":{"who":"me"}}\
            """);
  }

  @Test
  void millisecondsAreWrittenInVersionTwo() {
    var key = new AnnotationKey("AB", 1_760_000_900_100L);
    var annotation = new Annotation(key, 1_760_000_960_000L, "d", "", Map.of());
    assertThat(new String(AnnotationSerde.serializeKey(key), UTF_8))
        .isEqualTo("AB/1760000900100ms");
    byte[] value = AnnotationSerde.serializeValue(annotation);
    assertThat(new String(value, UTF_8))
        .isEqualTo(
            """
            {"version":2,"tsuid":"AB","startTime":1760000900100,"endTime":1760000960000,\
            "description":"d","notes":"","custom":{}}\
            """);
    assertThat(AnnotationSerde.deserializeKey(AnnotationSerde.serializeKey(key))).isEqualTo(key);
    assertThat(AnnotationSerde.deserializeValue(key, value)).isEqualTo(annotation);
    var end = new Annotation(KEY, 1_760_000_960_001L, "d", "", Map.of());
    assertThat(AnnotationSerde.deserializeValue(KEY, AnnotationSerde.serializeValue(end)))
        .isEqualTo(end);
  }

  @Test
  void anotherVersionIsRefused() {
    byte[] third = "{\"version\":3}".getBytes(UTF_8);
    assertThatThrownBy(() -> AnnotationSerde.deserializeValue(KEY, third))
        .hasMessage("version 3, this server reads 1 to 2");
  }

  @Test
  void aWrittenAnnotationIsReadBackUnchanged() {
    assertThat(AnnotationSerde.deserializeKey(AnnotationSerde.serializeKey(KEY))).isEqualTo(KEY);
    assertThat(AnnotationSerde.deserializeValue(KEY, AnnotationSerde.serializeValue(ANNOTATION)))
        .isEqualTo(ANNOTATION);
    var global = new AnnotationKey("", 1000);
    assertThat(AnnotationSerde.deserializeKey(AnnotationSerde.serializeKey(global)))
        .isEqualTo(global);
  }
}
