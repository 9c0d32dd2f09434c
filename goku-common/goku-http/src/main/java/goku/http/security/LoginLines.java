package goku.http.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.budget.Account;
import goku.http.HttpError;
import goku.http.LineHandler;
import goku.http.access.Caller;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A line handler that requires a login before it passes lines on: `auth user password`, or `auth
/// token` and a bearer token. Answers like OpenTSDB's authentication: `AUTH_SUCCESS`, or
/// `AUTH_FAIL` and the end of the connection. The connection also ends when the auth file no longer
/// has the user: each line looks the user up, which needs no hashing.
final class LoginLines implements LineHandler {
  private final Authenticator authenticator;
  private final LineHandler behind;
  private final Runnable refused;
  private final String remote;
  private @Nullable Login login;

  LoginLines(Authenticator authenticator, LineHandler behind, Runnable refused, String remote) {
    this.authenticator = authenticator;
    this.behind = behind;
    this.refused = refused;
    this.remote = remote;
  }

  @Override
  public void line(byte[] bytes, int offset, int length, Replies replies) {
    if (login == null) {
      logIn(new String(bytes, offset, length, UTF_8).split(" ", 3), replies);
      return;
    }
    forCaller(login, replies, () -> behind.line(bytes, offset, length, replies));
  }

  @Override
  public void tooLong(int limitBytes, Replies replies) {
    if (login == null) {
      refuse(replies);
    } else {
      forCaller(login, replies, () -> behind.tooLong(limitBytes, replies));
    }
  }

  /// Sends admitted lines, even if their sender is no longer admitted.
  @Override
  public void rest(boolean more, Replies replies) {
    if (login != null) {
      behind.rest(more, replies);
    }
  }

  private void logIn(String[] words, Replies replies) {
    if (words.length == 3 && words[0].equals("auth")) {
      login = login(words[1], words[2]);
    }
    if (login == null) {
      refuse(replies);
    } else {
      own(login);
      replies.reply("AUTH_SUCCESS");
    }
  }

  /// Lets the user own what the connection holds, instead of its address.
  private static void own(Login known) {
    Account account = Account.current();
    if (account != null) {
      known.caller().flatMap(Caller::owner).ifPresent(account::moveTo);
    }
  }

  private void forCaller(Login known, Replies replies, Runnable work) {
    Optional<Caller> caller = known.caller();
    if (caller.isEmpty()) {
      refuse(replies);
      return;
    }
    caller.get().run(work);
  }

  private void refuse(Replies replies) {
    refused.run();
    replies.reply("AUTH_FAIL");
    replies.close();
  }

  private @Nullable Login login(String user, String password) {
    try {
      return authenticator.login(user, password, remote).orElse(null);
    } catch (HttpError busy) {
      return null; // the client connects again
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
