package goku.standalone.namespaces;

import goku.cluster.ClusterClient;
import goku.cluster.Followers;
import goku.cluster.KnownIngestors;
import goku.config.DurationText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// The wait until all processes have a version of the namespaces.
record Confirmation(ClusterClient cluster, PrintWriter out) {
  private static final long LOOK_EVERY_MILLIS = 100;

  /// Twice the time that processes may take.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// Waits for all processes and prints which have the version. Returns whether all processes that
  /// run and all known ingestors have it.
  boolean await(String version) throws InterruptedException {
    List<Followers.Follower> behind = behind(version);
    for (var follower : Followers.all(cluster)) {
      out.println("  %s %s".formatted(follower.name(), state(follower, version)));
    }
    List<String> cutOff = cutOff(version);
    cutOff.forEach(name -> out.println("  %s is not connected".formatted(name)));
    if (!behind.isEmpty()) {
      out.println(
          "not in force everywhere after %s: see /api/goku/namespaces of each process for its problems"
              .formatted(DurationText.print(PATIENCE)));
    }
    if (!cutOff.isEmpty()) {
      out.println(
          "queries also ask the old namespaces of moved metrics until these ingestors have the"
              + " version: start them, or remove them by `goku cluster formats remove`");
    }
    return behind.isEmpty() && cutOff.isEmpty();
  }

  /// Waits until all processes have the version, or time is up. Returns those that do not have it.
  private List<Followers.Follower> behind(String version) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      List<Followers.Follower> behind =
          Followers.all(cluster).stream().filter(one -> !one.version().equals(version)).toList();
      if (behind.isEmpty() || Instant.now().isAfter(end)) {
        return behind;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  /// Returns the known ingestors without a session, which may still accept datapoints.
  private List<String> cutOff(String version) {
    Set<String> connected = Followers.names(cluster);
    return KnownIngestors.lacking(cluster, version).stream()
        .filter(name -> !connected.contains(name))
        .toList();
  }

  private static String state(Followers.Follower follower, String version) {
    if (follower.version().equals(version)) {
      return "has it";
    }
    return follower.refused().equals(version) ? "refuses it" : "has " + follower.version();
  }
}
