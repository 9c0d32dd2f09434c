package goku.http.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;

/// Lets lines through to their handler once the first of them was `auth user password`. Answers it
/// as OpenTSDB's authentication does: `AUTH_SUCCESS`, or `AUTH_FAIL` and the end of the connection.
final class LoginLines implements LineHandler {
  private final Authenticator authenticator;
  private final LineHandler behind;
  private final Runnable refused;
  private boolean allowed;

  LoginLines(Authenticator authenticator, LineHandler behind, Runnable refused) {
    this.authenticator = authenticator;
    this.behind = behind;
    this.refused = refused;
  }

  @Override
  public void line(byte[] bytes, int offset, int length, Replies replies) {
    if (allowed) {
      behind.line(bytes, offset, length, replies);
      return;
    }
    String[] words = new String(bytes, offset, length, UTF_8).split(" ", 3);
    allowed = words.length == 3 && words[0].equals("auth") && allows(words[1], words[2]);
    if (allowed) {
      replies.reply("AUTH_SUCCESS");
    } else {
      refuse(replies);
    }
  }

  @Override
  public void tooLong(int limitBytes, Replies replies) {
    if (allowed) {
      behind.tooLong(limitBytes, replies);
    } else {
      refuse(replies);
    }
  }

  @Override
  public void idle(Replies replies) {
    if (allowed) {
      behind.idle(replies);
    }
  }

  private void refuse(Replies replies) {
    refused.run();
    replies.reply("AUTH_FAIL");
    replies.close();
  }

  private boolean allows(String user, String password) {
    try {
      return authenticator.allows(user, password);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
