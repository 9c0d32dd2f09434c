package goku.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildVersionTest {
  @Test
  void theBuildRecordsItsReleaseAndCommit() {
    assertThat(BuildVersion.CURRENT.release()).matches("\\d+\\.\\d+\\..*");
    assertThat(BuildVersion.CURRENT.commit()).matches("([0-9a-f]{12}(-dirty)?)?");
  }

  @Test
  void theCommitFollowsTheRelease() {
    assertThat(new BuildVersion("1.2.3", "0123456789ab-dirty"))
        .hasToString("1.2.3+0123456789ab-dirty");
    assertThat(new BuildVersion("1.2.3", "")).hasToString("1.2.3");
  }
}
