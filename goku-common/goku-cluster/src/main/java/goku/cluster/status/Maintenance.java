package goku.cluster.status;

import goku.cluster.drain.Drains;
import goku.cluster.rollout.RolloutProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The maintenance of a deployment that operators and controllers have begun.
///
/// @param rollout the progress of the last rollout; empty if controllers roll nothing out
record Maintenance(Optional<RolloutProgress> rollout, Drains drains) {
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    rollout.ifPresent(progress -> lines.add("rollout      " + progress));
    drains
        .since()
        .forEach((name, since) -> lines.add("drained      %s since %s".formatted(name, since)));
    return lines;
  }
}
