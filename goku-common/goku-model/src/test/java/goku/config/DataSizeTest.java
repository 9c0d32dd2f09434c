package goku.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DataSizeTest {
  @Test
  void readsAllUnits() {
    assertThat(DataSize.parse("7").bytes()).isEqualTo(7);
    assertThat(DataSize.parse("7B").bytes()).isEqualTo(7);
    assertThat(DataSize.parse("512KiB").bytes()).isEqualTo(512L << 10);
    assertThat(DataSize.parse("64MiB").bytes()).isEqualTo(64L << 20);
    assertThat(DataSize.parse("2GiB").bytes()).isEqualTo(2L << 30);
    assertThat(DataSize.parse("3TiB").bytes()).isEqualTo(3L << 40);
  }

  @Test
  void refusesOtherFormsAndOverflow() {
    for (String text : new String[] {"", "-1", "1KB", "1.5GiB", "x", "9000000000TiB"}) {
      assertThatIllegalArgumentException().as(text).isThrownBy(() -> DataSize.parse(text));
    }
  }

  @Property
  void parsesWhatItPrints(@ForAll @LongRange(min = 0, max = 1L << 50) long bytes) {
    assertThat(DataSize.parse(new DataSize(bytes).toString())).isEqualTo(new DataSize(bytes));
  }
}
