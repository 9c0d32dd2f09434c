package goku.root.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.root.compacted.table.ChangeRefusedException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MetadataTableTest {
  private static final MetadataKey KEY = new MetadataKey(Subject.TAGK, "AB");
  private static final Metadata METADATA =
      new Metadata(
          KEY,
          "host",
          Map.of(MetadataField.NOTES, "é", MetadataField.RETENTION, "7", MetadataField.MAX, "1.0"),
          Map.of("who", "me"));

  @Test
  void theFormatOfVersionOneNeverChanges() {
    assertThat(new String(MetadataSerde.serializeKey(KEY), UTF_8)).isEqualTo("tagk/AB");
    assertThat(new String(MetadataSerde.serializeValue(METADATA), UTF_8))
        .isEqualTo(
            """
            {"version":1,"name":"host","fields":{"notes":"é","retention":"7","max":"1.0"},\
            "custom":{"who":"me"}}\
            """);
    assertThat(new String(MetadataSerde.serializeValue(Metadata.none(KEY, "host")), UTF_8))
        .isEqualTo("{\"version\":1,\"name\":\"host\",\"fields\":{}}");
  }

  @Test
  void writtenMetadataAreReadBackUnchanged() {
    byte[] value = MetadataSerde.serializeValue(METADATA);
    assertThat(MetadataSerde.deserializeKey(MetadataSerde.serializeKey(KEY))).isEqualTo(KEY);
    assertThat(MetadataSerde.deserializeValue(KEY, value)).isEqualTo(METADATA);
    Metadata none = Metadata.none(KEY, "host");
    assertThat(MetadataSerde.deserializeValue(KEY, MetadataSerde.serializeValue(none)))
        .isEqualTo(none);
  }

  @Test
  void malformedRecordsAreRejected() {
    for (String key : new String[] {"tagk", "other/AB", ""}) {
      assertThatThrownBy(() -> MetadataSerde.deserializeKey(key.getBytes(UTF_8)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String value :
        new String[] {
          "no JSON",
          "{\"version\":2}",
          "{\"version\":1,\"fields\":{\"other\":\"x\"}}",
          "{\"version\":1,\"fields\":{\"retention\":\"x\"}}",
          "{\"version\":1,\"fields\":{\"max\":\"x\"}}"
        }) {
      assertThatThrownBy(() -> MetadataSerde.deserializeValue(KEY, value.getBytes(UTF_8)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void fieldsWithTheirDefaultAreNotKept() {
    var fields = Map.of(MetadataField.MIN, "NaN", MetadataField.NOTES, "");
    assertThat(new Metadata(KEY, "host", fields, null)).isEqualTo(Metadata.none(KEY, "host"));
  }

  @Test
  void metadataAreLimitedInBytes() throws Exception {
    var small = LoopedMetadata.of(10_000);
    small.start();
    for (Map<String, String> custom :
        List.of(
            Map.of("k", "x".repeat(9_000)),
            Map.of("x".repeat(9_000), "v"),
            Map.of("k", "\u0100".repeat(4_500)))) {
      small.writer().save(List.of(change("AB", "", custom)), true);
      assertThat(small.table().bytes()).isBetween(9_000L, 10_000L);
      assertThatThrownBy(() -> small.writer().save(List.of(change("AC", "", custom)), false))
          .isInstanceOf(ChangeRefusedException.class)
          .hasMessageContaining("bytes of metadata: the limit is 10000 bytes of memory");
    }
    small.writer().save(List.of(change("AB", "x".repeat(9_000), null)), true);
    assertThat(small.table().bytes()).isBetween(9_000L, 10_000L);
    small.writer().delete(List.of(KEY));
    assertThat(small.table().bytes()).isZero();
  }

  private static MetadataChange change(
      String uid, String notes, @Nullable Map<String, String> custom) {
    return new MetadataChange(
        new MetadataKey(Subject.TAGK, uid), "host", Map.of(MetadataField.NOTES, notes), custom);
  }
}
