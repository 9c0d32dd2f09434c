package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MetricRenamesTest {
  private static MetricRenames rename(MetricRenames before, String from, String to) {
    return before.reserved(to).renamed(from, to);
  }

  private static @Nullable StoredMetric stored(MetricRenames renames, String name) {
    byte[] bytes = NameText.bytes(name);
    return renames.of(bytes, bytes.length, NameHash.of(bytes));
  }

  private static String text(@Nullable StoredMetric metric) {
    var bytes = new byte[Objects.requireNonNull(metric).length()];
    assertThat(metric.copyTo(bytes)).isEqualTo(bytes.length);
    assertThat(metric.hash()).isEqualTo(NameHash.of(bytes));
    return NameText.text(bytes);
  }

  @Test
  void metricsAreStoredUnderTheirOwnNames() {
    assertThat(MetricRenames.NONE.isEmpty()).isTrue();
    assertThat(MetricRenames.NONE.stored("a")).isEqualTo("a");
    assertThat(MetricRenames.NONE.name("a")).isEqualTo("a");
    assertThat(stored(MetricRenames.NONE, "a")).isNull();
  }

  @Test
  void aRenamedMetricKeepsItsStoredName() {
    MetricRenames renames = rename(MetricRenames.NONE, "a", "b c");
    assertThat(renames.stored("b c")).isEqualTo("a");
    assertThat(renames.name("a")).isEqualTo("b c");
    assertThat(text(stored(renames, "b c"))).isEqualTo("a");
    assertThat(Objects.requireNonNull(stored(renames, "b c")).isPending()).isFalse();
    assertThat(stored(renames, "b")).isNull();
    assertThat(renames.name("b c")).isEqualTo("b c");
  }

  @Test
  void aNewMetricOfTheOldNameIsStoredElsewhere() {
    MetricRenames renames = rename(MetricRenames.NONE, "a", "b");
    assertThat(renames.stored("a")).isEqualTo("a\u001e2");
    assertThat(renames.name("a\u001e2")).isEqualTo("a");
    assertThat(text(stored(renames, "a"))).isEqualTo("a\u001e2");
  }

  @Test
  void writtenRollupsAreRenamedWithTheirMetric() {
    MetricRenames renames = rename(MetricRenames.NONE, "a", "b");
    String mark = "\u001er3600000-sum";
    assertThat(renames.stored("b" + mark)).isEqualTo("a" + mark);
    assertThat(renames.stored("a" + mark)).isEqualTo("a\u001e2" + mark);
    assertThat(renames.name("a" + mark)).isEqualTo("b" + mark);
    assertThat(renames.name("a\u001e2" + mark)).isEqualTo("a" + mark);
    assertThat(renames.stored("c" + mark)).isEqualTo("c" + mark);
    assertThat(renames.name("c" + mark)).isEqualTo("c" + mark);
  }

  @Test
  void namesAreNeverStoredAlike() {
    MetricRenames renames = rename(MetricRenames.NONE, "a", "b");
    renames = rename(renames, "a", "c");
    renames = rename(renames, "b", "d");
    assertThat(renames.stored("d")).isEqualTo("a");
    assertThat(renames.stored("c")).isEqualTo("a\u001e2");
    assertThat(renames.stored("a")).isEqualTo("a\u001e4");
    // nothing is stored as b
    assertThat(renames.stored("b")).isEqualTo("b");
    assertThat(renames.all()).extracting(MetricRename::name).containsExactly("a", "c", "d");
  }

  @Test
  void aMetricThatGetsItsNameBackIsNoLongerListed() {
    MetricRenames renames = rename(rename(MetricRenames.NONE, "a", "b"), "b", "a");
    assertThat(renames.isEmpty()).isTrue();
    assertThat(renames.edition()).isEqualTo(4);
  }

  @Test
  void aReservedNameTakesNoDatapointsAndIsStoredAsBefore() {
    MetricRenames renames = MetricRenames.NONE.reserved("b");
    assertThat(renames.isPending("b")).isTrue();
    assertThat(Objects.requireNonNull(stored(renames, "b")).isPending()).isTrue();
    assertThat(renames.stored("b")).isEqualTo("b");
    assertThat(renames.name("b")).isEqualTo("b");
    assertThatThrownBy(() -> renames.reserved("b"))
        .hasMessage("another metric is being renamed to 'b'");
    assertThat(renames.cancelled("b").isEmpty()).isTrue();
    assertThatThrownBy(() -> renames.renamed("a", "c")).hasMessage("'c' is not reserved");
  }

  @Test
  void aReservedNameOfARenamedMetricKeepsItsStoredName() {
    MetricRenames renames = rename(MetricRenames.NONE, "a", "b").reserved("a");
    assertThat(renames.stored("a")).isEqualTo("a\u001e2");
    assertThat(renames.cancelled("a").stored("a")).isEqualTo("a\u001e2");
  }

  @Test
  void renamesAreRestoredFromTheirEntries() {
    MetricRenames renames = rename(MetricRenames.NONE, "a", "b").reserved("c");
    MetricRenames restored = MetricRenames.of(renames.edition(), renames.all());
    assertThat(restored.all()).isEqualTo(renames.all()).hasSize(3);
    assertThat(restored.edition()).isEqualTo(3);
    assertThat(restored.name("a")).isEqualTo("b");
    var alike = List.of(new MetricRename("b", "a", false), new MetricRename("c", "a", false));
    assertThatThrownBy(() -> MetricRenames.of(1, alike))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a name occurs twice");
  }
}
