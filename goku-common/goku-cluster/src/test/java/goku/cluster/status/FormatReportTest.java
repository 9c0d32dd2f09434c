package goku.cluster.status;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.formats.FormatNode;
import goku.cluster.formats.Formats;
import goku.cluster.formats.LevelInForce;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FormatReportTest {
  private static final Instant NOW = Instant.parse("2026-11-23T08:00:00.123Z");
  private static final LevelInForce FIRST = new LevelInForce(1, NOW, "creation");

  @Test
  void theReportNamesTheNodesThatHoldTheLevelBack() {
    var formats =
        new Formats(
            FIRST,
            List.of(
                new FormatNode("long-a", 2, NOW), new FormatNode("short-b-0", 1, Instant.EPOCH)),
            Set.of("long-a"));
    assertThat(FormatReport.lines(formats))
        .containsExactly(
            "format level  1, in force since 2026-11-23T08:00:00Z",
            "next          a higher level waits for short-b-0, which reads up to level 1",
            "",
            "NODE       NEWEST  SINCE                 RUNS",
            "long-a     2       2026-11-23T08:00:00Z  yes",
            "short-b-0  1       before format levels  no");
  }

  @Test
  void theReportStatesTheTimeOfTheNextLevel() {
    var node = new FormatNode("long-a", 2, NOW.plus(Duration.ofHours(1)));
    assertThat(FormatReport.heads(new Formats(FIRST, List.of(node), Set.of())))
        .containsExactly(
            "format level  1, in force since 2026-11-23T08:00:00Z",
            "next          level 2 at 2026-11-24T09:00:00Z");
  }

  @Test
  void theReportSaysThatNoHigherLevelIsKnown() {
    var node = new FormatNode("long-a", 1, NOW);
    assertThat(FormatReport.heads(new Formats(FIRST, List.of(node), Set.of())))
        .last()
        .isEqualTo("next          none, no known node reads a higher level");
  }
}
