package goku.cluster.status;

import goku.cluster.ServiceRole;
import goku.cluster.formats.FormatNode;
import goku.cluster.formats.Formats;
import goku.cluster.map.NodeStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/// The members of a deployment: the nodes in the shard map and the known nodes of the format level.
/// Stateless.
final class Members {
  private Members() {}

  /// Returns all members, by service and name, services with shards first.
  ///
  /// @param nodes the nodes that are published or have a session
  /// @param isFresh true if the published nodes are recent
  /// @param formats the known nodes with their builds; empty before the first process with format
  ///   levels
  /// @param absentSince the time since which a node has had no session, if known
  static List<Member> of(
      List<NodeStatus> nodes,
      boolean isFresh,
      Optional<Formats> formats,
      BiFunction<ServiceRole, String, Optional<Instant>> absentSince) {
    Map<String, FormatNode> known = new HashMap<>();
    formats.ifPresent(all -> all.nodes().forEach(node -> known.put(node.name(), node)));
    Set<String> shown = new HashSet<>();
    List<Member> members = new ArrayList<>();
    for (NodeStatus status : nodes) {
      String id = status.node().service().label() + "-" + status.node().name();
      FormatNode build = known.get(id);
      shown.add(id);
      boolean hasSession = formats.isEmpty() || formats.get().running().contains(id);
      members.add(
          member(
              id,
              Optional.of(status),
              build == null ? "" : build.build(),
              state(hasSession, status.answers(), isFresh),
              absentSince));
    }
    known.keySet().removeAll(shown);
    for (FormatNode other : known.values()) {
      boolean runs = formats.orElseThrow().running().contains(other.name());
      members.add(
          member(
              other.name(),
              Optional.empty(),
              other.build(),
              runs ? Member.State.UP : Member.State.ABSENT,
              absentSince));
    }
    members.sort(
        Comparator.comparingInt((Member member) -> rank(member.service()))
            .thenComparing(Member::service)
            .thenComparing(Member::name));
    return members;
  }

  /// A node that lost its session together with ZooKeeper may still answer health polls.
  private static Member.State state(boolean hasSession, boolean answers, boolean isFresh) {
    if (hasSession) {
      return answers ? Member.State.UP : Member.State.SILENT;
    }
    return answers && isFresh ? Member.State.UP : Member.State.ABSENT;
  }

  /// @param id the service and the name: `short-a-0`
  private static Member member(
      String id,
      Optional<NodeStatus> status,
      String version,
      Member.State state,
      BiFunction<ServiceRole, String, Optional<Instant>> absentSince) {
    int dash = id.indexOf('-');
    String service = id.substring(0, Math.max(0, dash));
    String name = id.substring(dash + 1);
    Optional<Instant> since =
        state == Member.State.ABSENT
            ? role(service).flatMap(role -> absentSince.apply(role, name))
            : Optional.empty();
    return new Member(service, name, status.map(NodeStatus::node), version, state, since);
  }

  private static int rank(String service) {
    return role(service).map(Enum::ordinal).orElse(ServiceRole.values().length);
  }

  private static Optional<ServiceRole> role(String service) {
    return Arrays.stream(ServiceRole.values())
        .filter(role -> role.label().equals(service))
        .findFirst();
  }
}
