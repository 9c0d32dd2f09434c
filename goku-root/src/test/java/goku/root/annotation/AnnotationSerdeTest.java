package goku.root.annotation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AnnotationSerdeTest {
  private static final AnnotationKey KEY = new AnnotationKey("AB", 1_760_000_900);
  private static final Annotation ANNOTATION =
      new Annotation(KEY, 1_760_000_960, "release \"42\"", "é", Map.of("who", "me"));

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
  void aWrittenAnnotationIsReadBackUnchanged() {
    assertThat(AnnotationSerde.deserializeKey(AnnotationSerde.serializeKey(KEY))).isEqualTo(KEY);
    assertThat(AnnotationSerde.deserializeValue(KEY, AnnotationSerde.serializeValue(ANNOTATION)))
        .isEqualTo(ANNOTATION);
    var global = new AnnotationKey("", 1);
    assertThat(AnnotationSerde.deserializeKey(AnnotationSerde.serializeKey(global)))
        .isEqualTo(global);
  }
}
