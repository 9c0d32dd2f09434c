package goku.http.connection;

import goku.http.line.Presence;
import io.netty.channel.Channel;

/// The presence of a connection with lines in the order in which a port closes idle connections.
record LinePresence(Channel channel, IdleConnections order, HttpMetrics metrics)
    implements Presence {
  @Override
  public void busy() {
    order.remove(channel);
  }

  @Override
  public void idle() {
    order.add(channel);
  }

  @Override
  public void tooSlow() {
    metrics.rejected("slow-line");
  }

  @Override
  public void overBudget() {
    metrics.rejected("budget");
  }
}
