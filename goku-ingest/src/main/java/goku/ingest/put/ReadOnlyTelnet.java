package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;

/// The telnet protocol of a server that accepts no datapoints. `put` is an unknown command.
record ReadOnlyTelnet(TelnetCommands commands) implements LineHandler {
  @Override
  public void line(byte[] bytes, int offset, int length, Replies replies) {
    commands.answer(new String(bytes, offset, length, UTF_8), replies);
  }

  @Override
  public void tooLong(int limitBytes, Replies replies) {
    replies.reply("error: line too long, maximum allowed: " + limitBytes + " bytes");
  }

  @Override
  public void rest(boolean more, Replies replies) {}
}
