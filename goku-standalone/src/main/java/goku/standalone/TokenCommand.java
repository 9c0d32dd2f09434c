package goku.standalone;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command `goku token`, which creates a bearer token. The line for `http.auth-file` goes to
/// the standard output, so that it can be appended to the file. The token goes to the standard
/// error and is not stored.
@Command(
    name = "token",
    description =
        "creates a bearer token: its line for http.auth-file to stdout, the token to stderr")
final class TokenCommand implements Callable<Integer> {
  private static final int TOKEN_BYTES = 32;

  @Mixin private GrantOptions grant = new GrantOptions();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws NoSuchAlgorithmException {
    var line = Objects.requireNonNull(spec).commandLine();
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII));
    try {
      line.getOut().println(grant.line("token:" + HexFormat.of().formatHex(digest)));
    } catch (IllegalArgumentException e) {
      line.getErr().println("goku token: " + e.getMessage());
      return 2;
    }
    line.getErr().println("the token, shown only once: " + token);
    return 0;
  }
}
