package goku.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request on its virtual thread, from the handler to the last byte of the answer.
///
/// @param done called once, with the status and whether the answer went out whole
@SuppressWarnings("ArrayRecordComponent") // never compared
record Exchange(
    Dispatcher dispatcher,
    Channel channel,
    WritableGate gate,
    ClientAbilities client,
    RequestHead head,
    @Nullable Route route,
    byte[] body,
    BiConsumer<Integer, Boolean> done)
    implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  @Override
  public void run() {
    Answer answer = dispatcher.answer(head, route, body, String.valueOf(channel.remoteAddress()));
    try {
      send(answer);
    } catch (Throwable e) { // nothing is left to be said to the client but the end
      LOG.debug("the answer to {} {} was cut short", head.method(), head.path(), e);
      int status = answer.status().code();
      channel.close().addListener(closed -> done.accept(status, false));
    }
  }

  private void send(Answer answer) throws IOException {
    ResponseStream stream = new ResponseStream(channel, gate, answer, client);
    try {
      answer.response().body().writeTo(stream);
    } catch (Throwable e) { // also a handler, only later
      if (stream.committed() || !channel.isActive()) {
        throw e;
      }
      send(dispatcher.failed(head, e));
      return;
    }
    int status = answer.status().code();
    ChannelFuture last = stream.finish();
    last.addListener(sent -> done.accept(status, sent.isSuccess()));
  }
}
