package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.security.PasswordHash;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku password USER`, which reads a password from the terminal or the standard input
/// and prints the line for `http.auth-file`. It accepts no password as an argument, because other
/// users of the machine can see arguments.
@Command(
    name = "password",
    description = "reads a password from stdin and prints the user's line for http.auth-file")
final class PasswordCommand implements Callable<Integer> {
  private final InputStream in;

  @Parameters(paramLabel = "USER", description = "name of the user, without a colon")
  private String user = "";

  @Mixin private GrantOptions grant = new GrantOptions();
  @Spec private @Nullable CommandSpec spec;

  PasswordCommand(InputStream in) {
    this.in = in;
  }

  @Override
  public Integer call() throws IOException {
    var line = Objects.requireNonNull(spec).commandLine();
    String password = password();
    if (user.isEmpty() || user.contains(":") || user.equals("token") || password.isEmpty()) {
      line.getErr()
          .println(
              "goku password: the user must not be empty, contain a colon or be 'token', and the"
                  + " password must not be empty");
      return 2;
    }
    PasswordHash hash = PasswordHash.of(password, PasswordHash.ITERATIONS, new SecureRandom());
    try {
      line.getOut().println(grant.line(user + ":" + hash.text()));
      return 0;
    } catch (IllegalArgumentException e) {
      line.getErr().println("goku password: " + e.getMessage());
      return 2;
    }
  }

  private String password() throws IOException {
    Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    if (terminal.isPresent()) {
      char[] typed = terminal.get().readPassword("Password of %s: ", user);
      return typed == null ? "" : new String(typed);
    }
    String first = new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
    return first == null ? "" : first;
  }
}
