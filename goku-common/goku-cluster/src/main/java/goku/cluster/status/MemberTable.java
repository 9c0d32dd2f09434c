package goku.cluster.status;

import goku.cluster.ServiceRole;
import goku.cluster.drain.Drains;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ToLongFunction;

/// The table of the members of a deployment.
///
/// @param work the work of compactors
/// @param shards the number of shards of a storage node
record MemberTable(List<Member> members, Drains drains, Work work, ToLongFunction<Member> shards) {
  List<String> lines() {
    if (members.isEmpty()) {
      return List.of("no nodes");
    }
    var table = new Table("NODE", "SERVICE", "ZONE", "ADDRESS", "VERSION", "SHARDS", "STATE");
    for (Member member : members) {
      table.row(
          member.name(),
          member.service(),
          member.node().map(node -> node.zone()).orElse("-"),
          member.node().map(node -> node.address()).orElse("-"),
          member.version().isEmpty() ? "unknown" : member.version(),
          load(member),
          state(member));
    }
    return table.lines();
  }

  private String load(Member member) {
    return member
        .node()
        .map(
            node ->
                node.service() == ServiceRole.COMPACTOR
                    ? work.of(node.name())
                    : Long.toString(shards.applyAsLong(member)))
        .orElse("-");
  }

  private String state(Member member) {
    String state =
        switch (member.state()) {
          case UP -> "up";
          case SILENT -> "does not answer";
          case ABSENT ->
              member
                  .absentSince()
                  .map(since -> "absent since " + since.truncatedTo(ChronoUnit.SECONDS))
                  .orElse("absent");
        };
    boolean isDrained =
        member.node().filter(node -> drains.cover(node.name(), node.zone())).isPresent();
    return isDrained ? state + ", drained" : state;
  }
}
