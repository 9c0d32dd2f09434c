package goku.integration.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuProcess;
import goku.integration.hostile.AttackRun.Result;
import goku.integration.hostile.attack.Attack;
import goku.integration.hostile.attack.Attacks;
import goku.testkit.TestForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attacks from the addresses 127.0.0.2 to 127.0.0.9 on a standalone process with a heap of 512
/// MiB, while a client from 127.0.0.1 puts and queries. No attack ends the process, or changes an
/// answer to that client. A restart returns everything.
///
/// The short form runs each attack once, for at most half a second. The long form measures before,
/// during and after each attack, and repeats each attack after a restart.
/// `-Dgoku.attacks=<pattern>` selects attacks by a regular expression for a part of their name.
class HostileClientsIT {
  private static final boolean LONG = TestForm.isLong();
  private static final Duration LIMIT = Duration.ofMillis(LONG ? 30_000 : 500);
  private static final Pattern SELECTED = Pattern.compile(System.getProperty("goku.attacks", ""));
  private static final String TOKEN = "steady";

  private final AttackTable table = new AttackTable();
  private final List<String> faults = new ArrayList<>();

  @TempDir Path directory;

  @Test
  void noAttackHarmsOtherClients() throws Exception {
    Path data = directory.resolve("data");
    try (var process = new AttackedProcess(data, LONG, null)) {
      runAll(process, Attacks.all(), "hostile-clients.md");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void noAttackWithoutALoginHarmsClientsThatHaveOne() throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(TOKEN.getBytes(UTF_8));
    Path users = directory.resolve("users");
    Files.writeString(users, "token:" + HexFormat.of().formatHex(hash) + "\n");
    String flag = "--http.auth-file=" + users;
    try (var process = new AttackedProcess(directory.resolve("data"), LONG, TOKEN, flag)) {
      runAll(process, Attacks.withoutLogin(), "hostile-clients-without-login.md");
    }
  }

  private void runAll(AttackedProcess process, List<Attack> attacks, String file) {
    List<String> output;
    try {
      for (Attack attack : attacks) {
        if (SELECTED.matcher(attack.name()).find()) {
          run(process, attack);
        }
      }
      output = process.output().toList();
      process.restart();
    } finally {
      table.writeTo(GokuProcess.checkout().resolve("target").resolve(file));
    }
    assertThat(output).noneMatch(line -> line.startsWith("forged"));
    assertThat(faults).as("faults; the process printed:%n%s", String.join("\n", output)).isEmpty();
  }

  private void run(AttackedProcess process, Attack attack) {
    once(process, attack);
    if (LONG) {
      process.restart();
      once(process, attack);
    }
  }

  private void once(AttackedProcess process, Attack attack) {
    var run = new AttackRun(process, attack, LIMIT);
    Result result = LONG ? run.measured() : run.brief();
    table.add(result);
    result.faults().forEach(fault -> faults.add(attack.name() + ": " + fault));
    process.awaitExact();
  }
}
