package goku.cluster;

import goku.service.ClusterException;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.data.Stat;

/// An entry in ZooKeeper that several processes change at the same time without losing changes.
/// Thread-safe.
public final class SharedEntry<T> {
  private static final int ABSENT = -1;

  /// The number of attempts. Losing this often in a row is no coincidence.
  private static final int TRIES = 20;

  private final CuratorFramework curator;
  private final String path;
  private final String what;
  private final T none;
  private final Format<T> format;

  /// The bytes of an entry.
  public interface Format<T> {
    /// Parses an entry.
    ///
    /// @throws IOException if the entry is invalid
    T read(byte[] bytes) throws IOException;

    /// Formats an entry.
    ///
    /// @throws ClusterException if the entry is too large
    byte[] write(T value);
  }

  private record Stored<T>(T value, int version) {}

  /// @param cluster a started client
  /// @param what the name of the content in messages
  /// @param none the value before the first change
  public SharedEntry(ClusterClient cluster, String path, String what, T none, Format<T> format) {
    this.curator = cluster.curator();
    this.path = path;
    this.what = what;
    this.none = none;
    this.format = format;
  }

  /// Returns the value.
  ///
  /// @throws ClusterException if ZooKeeper does not answer, or if the entry is invalid
  public T read() {
    return stored().value();
  }

  /// Replaces the value by the result of the change, and returns the result. If another process was
  /// faster, calls the change again with the new value. What it throws is thrown. A change that
  /// returns an equal value writes nothing.
  ///
  /// @throws ClusterException if the value cannot be read or written
  public T change(UnaryOperator<T> change) {
    for (int tries = 0; tries < TRIES; tries++) {
      Stored<T> before = stored();
      T after = change.apply(before.value());
      if (after.equals(before.value()) || replace(before, format.write(after))) {
        return after;
      }
    }
    throw new ClusterException(
        "cannot change %s path=%s: modified concurrently %d times; try again"
            .formatted(what, path, TRIES));
  }

  private Stored<T> stored() {
    try {
      var stat = new Stat();
      byte[] bytes = curator.getData().storingStatIn(stat).forPath(path);
      return new Stored<>(format.read(bytes), stat.getVersion());
    } catch (NoNodeException absent) {
      return new Stored<>(none, ABSENT);
    } catch (IOException invalid) {
      throw new ClusterException(
          "cannot read %s at %s: %s".formatted(what, path, invalid.getMessage()), invalid);
    } catch (Exception failed) {
      throw new ClusterException("cannot read %s at %s".formatted(what, path), failed);
    }
  }

  /// Returns false if another process has changed the value.
  private boolean replace(Stored<T> before, byte[] bytes) {
    try {
      if (before.version() == ABSENT) {
        curator.create().creatingParentsIfNeeded().forPath(path, bytes);
      } else {
        curator.setData().withVersion(before.version()).forPath(path, bytes);
      }
      return true;
    } catch (BadVersionException | NodeExistsException other) {
      return false;
    } catch (Exception failed) {
      throw new ClusterException("cannot write %s at %s".formatted(what, path), failed);
    }
  }
}
