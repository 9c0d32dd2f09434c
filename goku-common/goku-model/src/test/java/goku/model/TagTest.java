package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TagTest {
  @Test
  void tagsAreOrderedByKeyThenByValue() {
    assertThat(Stream.of(new Tag("b", "a"), new Tag("a", "c"), new Tag("a", "b")).sorted())
        .containsExactly(new Tag("a", "b"), new Tag("a", "c"), new Tag("b", "a"));
  }

  @Test
  void tagReadsAsInAName() {
    assertThat(new Tag("host", "abc")).hasToString("host=abc");
  }
}
