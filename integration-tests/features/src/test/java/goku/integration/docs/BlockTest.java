package goku.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static final String DOCUMENT =
      """
      Text.

      <!-- run -->
      ```sh
      echo a
        echo b
      ```

      prints

      <!-- answer -->
      ```
      a
      b…
      ```
      ```sh
      rm -rf /
      ```
      <!-- run, with nc -->
      ```sh
      nc
      ```
      """;

  @Test
  void blocksBelowACommentAreRunAndNoOthers() {
    assertThat(Block.of(DOCUMENT.lines().toList()))
        .isEqualTo(
            List.of(
                new Block(5, "", "echo a\n  echo b", Optional.of("a\nb…")),
                new Block(21, "nc", "nc", Optional.empty())));
  }

  @Test
  void anAnswerWithoutCommandsIsAMistakeAndSoIsACommentAboveNoBlock() {
    assertThatThrownBy(() -> Block.of(List.of("<!-- answer -->", "```", "a", "```")))
        .hasMessage("line 1: an answer to nothing");
    assertThatThrownBy(() -> Block.of(List.of("<!-- run -->", "", "```sh", "a", "```")))
        .hasMessage("line 2: no fenced block");
  }

  @Test
  void anEllipsisStandsForAnything() {
    var block = new Block(1, "", "", Optional.of("[{\"a\":…,\"b\":[1]}]"));
    assertThat(block.isAnsweredBy("[{\"a\":{\"x\":1},\"b\":[1]}]\n")).isTrue();
    assertThat(block.isAnsweredBy("[{\"a\":2,\"b\":[12]}]")).isFalse();
    assertThat(new Block(1, "", "", Optional.empty()).isAnsweredBy("what ever")).isTrue();
    assertThat(new Block(1, "", "", Optional.of("a\n…\nb")).isAnsweredBy("a  \n1\n2\nb")).isTrue();
  }
}
