package goku.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TestFormTest {
  private final Properties properties = new Properties();
  private final List<String> printed = new ArrayList<>();

  @Test
  void theFormIsShortUnlessThePropertyIsTrue() {
    assertThat(TestForm.isLong(properties)).isFalse();
    properties.setProperty("goku.long", "false");
    assertThat(TestForm.isLong(properties)).isFalse();
    properties.setProperty("goku.long", "");
    assertThat(TestForm.isLong(properties)).isFalse();
    properties.setProperty("goku.long", "true");
    assertThat(TestForm.isLong(properties)).isTrue();
  }

  @Test
  void aMisspelledFormIsRejected() {
    properties.setProperty("goku.long", "yes");
    assertThatThrownBy(() -> TestForm.isLong(properties))
        .hasMessage("cannot read goku.long=yes: not a boolean; use true or false");
  }

  @Test
  void theSeedIsOneUnlessGiven() {
    assertThat(seed()).isEqualTo(1);
    properties.setProperty("goku.seed", "");
    assertThat(seed()).isEqualTo(1);
    properties.setProperty("goku.seed", "-42");
    assertThat(seed()).isEqualTo(-42);
  }

  @Test
  void freshSeedDiffersEachTimeUnlessGiven() {
    assertThat(TestForm.freshSeed(properties, printed::add))
        .isNotEqualTo(TestForm.freshSeed(properties, printed::add));
    assertThat(printed).hasSize(2).doesNotHaveDuplicates();
    properties.setProperty("goku.seed", "3");
    assertThat(TestForm.freshSeed(properties, printed::add)).isEqualTo(3);
  }

  @Test
  void theFlagsThatRepeatTheRunArePrinted() {
    properties.setProperty("goku.seed", "7");
    properties.setProperty("goku.long", "true");
    seed();
    assertThat(printed).containsExactly("seed: -Dgoku.seed=7 -Dgoku.long=true");
  }

  @Test
  void seedThatIsNotANumberIsRejected() {
    properties.setProperty("goku.seed", "today");
    assertThatThrownBy(this::seed)
        .hasMessage("cannot read goku.seed=today: not a number; use a whole number");
    assertThat(printed).isEmpty();
  }

  @Test
  void propertiesOfThisJvmAreUsedByDefault() {
    assertThat(TestForm.isLong()).isEqualTo(Boolean.getBoolean("goku.long"));
    assertThat(TestForm.seed()).isEqualTo(Long.getLong("goku.seed", 1));
  }

  private long seed() {
    return TestForm.seed(properties, printed::add);
  }
}
