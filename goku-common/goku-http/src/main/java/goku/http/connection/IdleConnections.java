package goku.http.connection;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The HTTP connections of a port that wait for a whole request, the one that has waited longest
/// first. Thousands of them, opened to do nothing or a byte now and then, must not keep others out:
/// where there is no room, the longest idle one makes it. Thread-safe.
final class IdleConnections {
  /// Guarded by this.
  private final Set<Channel> waiting = new LinkedHashSet<>();

  synchronized void add(Channel channel) {
    waiting.add(channel);
  }

  synchronized void remove(Channel channel) {
    waiting.remove(channel);
  }

  /// Takes out the one that has waited longest; null if all are at work.
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
