package goku.standalone;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.embedded.StartupProblem;
import goku.file.FileDescriptors;
import org.junit.jupiter.api.Test;

class OpenFilesCheckTest {
  @Test
  void tooFewOpenFilesAreReportedWithTheRemedy() {
    assertThatThrownBy(() -> OpenFilesCheck.require(new FileDescriptors(1_499)))
        .isInstanceOf(StartupProblem.class)
        .hasMessage(
            "cannot start with a limit of 1499 open files: at least 1500 are needed; raise the"
                + " limit with ulimit -n 65536, or with LimitNOFILE of the unit");
    assertThatCode(() -> OpenFilesCheck.require(new FileDescriptors(1_500)))
        .doesNotThrowAnyException();
  }
}
