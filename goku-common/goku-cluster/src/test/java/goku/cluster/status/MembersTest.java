package goku.cluster.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import goku.cluster.ServiceRole;
import goku.cluster.formats.FormatNode;
import goku.cluster.formats.Formats;
import goku.cluster.formats.LevelInForce;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.NodeStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MembersTest {
  private static final Instant GONE = Instant.parse("2026-11-23T08:00:00Z");

  @Test
  void everyKnownNodeIsAMemberByServiceAndName() {
    var formats =
        formats(
            Set.of("short-b", "ingest-i"),
            build("controller-c", "1.0"),
            build("ingest-i", ""),
            build("long-x-0", "1.1"),
            build("short-b", "1.2"));
    assertThat(members(List.of(status("b", true)), true, formats))
        .extracting(Member::service, Member::name, Member::version, Member::state)
        .containsExactly(
            tuple("short", "b", "1.2", Member.State.UP),
            tuple("long", "x-0", "1.1", Member.State.ABSENT),
            tuple("controller", "c", "1.0", Member.State.ABSENT),
            tuple("ingest", "i", "", Member.State.UP));
  }

  @Test
  void helixKnowsSinceWhenANodeIsAbsent() {
    var formats = formats(Set.of("short-b"), build("short-a", ""), build("root-r", ""));
    assertThat(members(List.of(status("b", true)), true, formats))
        .extracting(Member::name, Member::absentSince)
        .containsExactly(
            tuple("a", Optional.of(GONE)),
            tuple("b", Optional.empty()),
            tuple("r", Optional.empty()));
  }

  @Test
  void aNodeWithASessionThatDoesNotAnswerIsSilent() {
    assertThat(state(status("a", false), true, Set.of("short-a"))).isEqualTo(Member.State.SILENT);
    assertThat(state(status("a", true), false, Set.of("short-a"))).isEqualTo(Member.State.UP);
  }

  @Test
  void aNodeWithoutASessionIsAbsentUnlessItAnsweredLately() {
    assertThat(state(status("a", true), true, Set.of())).isEqualTo(Member.State.UP);
    assertThat(state(status("a", true), false, Set.of())).isEqualTo(Member.State.ABSENT);
    assertThat(state(status("a", false), true, Set.of())).isEqualTo(Member.State.ABSENT);
  }

  @Test
  void withoutFormatLevelsNodesAreAsPublished() {
    assertThat(members(List.of(status("a", true)), false, Optional.empty()))
        .extracting(Member::state, Member::version)
        .containsExactly(tuple(Member.State.UP, ""));
  }

  private static Member.State state(NodeStatus status, boolean isFresh, Set<String> running) {
    return members(List.of(status), isFresh, formats(running, build("short-a", "")))
        .getFirst()
        .state();
  }

  private static List<Member> members(
      List<NodeStatus> nodes, boolean isFresh, Optional<Formats> formats) {
    return Members.of(nodes, isFresh, formats, (service, node) -> Optional.of(GONE));
  }

  private static Optional<Formats> formats(Set<String> running, FormatNode... nodes) {
    return Optional.of(
        new Formats(new LevelInForce(1, Instant.EPOCH, "creation"), List.of(nodes), running));
  }

  private static FormatNode build(String name, String build) {
    return new FormatNode(name, 1, Instant.EPOCH, build);
  }

  private static NodeStatus status(String name, boolean answers) {
    return new NodeStatus(new ClusterNode(ServiceRole.SHORT, name, "a", "h:1"), answers);
  }
}
