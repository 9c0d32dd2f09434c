package goku.http.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/// The end of a connection whose client may still be sending. Closing it at once would reset it,
/// and the client would see the reset instead of the reason.
final class Lingering {
  private static final int SECONDS = 5;

  private Lingering() {}

  static void end(ChannelHandlerContext ctx) {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    if (tls != null) {
      var _ = tls.closeOutbound();
    }
    if (ctx.channel() instanceof SocketChannel socket) {
      var _ = socket.shutdownOutput();
    }
    Runnable end =
        () -> {
          var _ = ctx.close();
        };
    var _ = ctx.executor().schedule(end, SECONDS, TimeUnit.SECONDS);
  }
}
