package goku.cluster;

import goku.namespace.FollowedNamespaces;
import goku.namespace.Refusal;
import java.util.List;
import java.util.Set;

/// The namespaces versions of all living processes, in ZooKeeper, so that a publisher can see when
/// all have the new version. Stateless.
public final class Followers {
  private static final String PATH = "/goku/followers";

  /// A process that follows the namespaces.
  ///
  /// @param version the version of the namespaces in force in the process
  /// @param refused the version that the process rejected, if that was the last one offered;
  ///   otherwise empty
  public record Follower(String name, String version, String refused) {
    private static Follower of(ProcessEntries.Entry entry) {
      String[] lines = entry.text().split("\n", 2);
      return new Follower(entry.process(), lines[0], lines.length > 1 ? lines[1] : "");
    }
  }

  private Followers() {}

  /// Publishes this process' namespaces version until the result is closed.
  ///
  /// @param name the name of the process, for people
  public static AutoCloseable tell(
      ClusterClient cluster, String name, FollowedNamespaces followed) {
    ProcessEntries.Own entry = entries(cluster).add(name, text(followed.state()));
    followed.observe(state -> entry.state(text(state)));
    return entry;
  }

  private static String text(FollowedNamespaces.State state) {
    return state.text().version() + "\n" + state.refused().map(Refusal::version).orElse("");
  }

  /// Returns the names of all living processes, in no order.
  public static Set<String> names(ClusterClient cluster) {
    return Set.copyOf(entries(cluster).processes());
  }

  /// Returns all living processes, by name.
  public static List<Follower> all(ClusterClient cluster) {
    return entries(cluster).all().stream().map(Follower::of).toList();
  }

  private static ProcessEntries entries(ClusterClient cluster) {
    return new ProcessEntries(cluster, PATH);
  }
}
