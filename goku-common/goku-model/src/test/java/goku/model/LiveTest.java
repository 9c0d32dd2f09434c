package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveTest {
  @Test
  void followersAreToldInTurnWhenTheValueIsInForce() {
    var live = new Live<>("a");
    List<String> told = new ArrayList<>();
    live.follow(next -> told.add("first " + next + live.current()));
    live.follow(next -> told.add("second " + next + live.current()));
    assertThat(live.current()).isEqualTo("a");
    live.replace("b");
    assertThat(live.current()).isEqualTo("b");
    assertThat(told).containsExactly("first bb", "second bb");
  }
}
