package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;

/// A handler that replies with every line.
final class EchoLines implements LineHandler {
  @Override
  public void line(byte[] bytes, int offset, int length, Replies replies) {
    replies.reply(new String(bytes, offset, length, UTF_8));
  }

  @Override
  public void tooLong(int limitBytes, Replies replies) {
    replies.reply("too long");
  }

  @Override
  public void rest(boolean more, Replies replies) {}
}
