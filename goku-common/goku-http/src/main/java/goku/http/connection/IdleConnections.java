package goku.http.connection;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The connections of a port that wait for a complete request or line, in the order of their
/// waiting time. Thousands of connections without requests, or with a byte now and then, must not
/// keep others out. If there is no room, the longest idle one is closed. Thread-safe.
final class IdleConnections {
  /// Guarded by this.
  private final Set<Channel> waiting = new LinkedHashSet<>();

  synchronized void add(Channel channel) {
    waiting.add(channel);
    if (!channel.isActive()) { // closed meanwhile, so nobody will remove the channel
      waiting.remove(channel);
    }
  }

  synchronized void remove(Channel channel) {
    waiting.remove(channel);
  }

  /// Removes and returns the connection that has waited longest; null if all are in use.
  synchronized @Nullable Channel takeLongestIdle() {
    Iterator<Channel> longest = waiting.iterator();
    if (!longest.hasNext()) {
      return null;
    }
    Channel channel = longest.next();
    longest.remove();
    return channel;
  }
}
