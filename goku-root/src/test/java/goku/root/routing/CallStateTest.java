package goku.root.routing;

import static goku.root.routing.CallState.CANCELLED;
import static goku.root.routing.CallState.FAILED;
import static goku.root.routing.CallState.HEDGED;
import static goku.root.routing.CallState.IDLE;
import static goku.root.routing.CallState.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallStateTest {
  private static final Map<CallState, Set<CallState>> ALLOWED =
      Map.of(
          IDLE, EnumSet.of(IN_PROGRESS, FAILED, CANCELLED),
          IN_PROGRESS, EnumSet.of(IDLE, HEDGED, FAILED, CANCELLED),
          HEDGED, EnumSet.of(IDLE, IN_PROGRESS, FAILED, CANCELLED),
          FAILED, EnumSet.of(IDLE, CANCELLED),
          CANCELLED, EnumSet.noneOf(CallState.class));

  @ParameterizedTest
  @EnumSource
  void onlyTheDrawnTransitionsAreAllowed(CallState from) {
    Set<CallState> allowed = Objects.requireNonNull(ALLOWED.get(from));
    for (CallState to : CallState.values()) {
      if (allowed.contains(to)) {
        assertThat(from.to(to)).isSameAs(to);
      } else {
        assertThatThrownBy(() -> from.to(to))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining(from + " to " + to);
      }
    }
  }
}
