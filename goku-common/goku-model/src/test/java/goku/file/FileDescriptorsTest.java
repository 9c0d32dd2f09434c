package goku.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileDescriptorsTest {
  @Test
  void connectionsAreAShareOfTheOpenFiles() {
    assertThat(new FileDescriptors(65_536).connections(10_000, 5)).isEqualTo(10_000);
    assertThat(new FileDescriptors(Long.MAX_VALUE).connections(10_000, 1)).isEqualTo(10_000);
    assertThat(new FileDescriptors(2_600).connections(10_000, 5)).isEqualTo(1_000);
    assertThat(new FileDescriptors(2_600).connections(10_000, 1)).isEqualTo(200);
    assertThat(new FileDescriptors(256).connections(10_000, 5)).isEqualTo(1);
  }

  @Test
  void allSharesAndTheOtherFilesFitIntoTheLimit() {
    var few = new FileDescriptors(1_537);
    assertThat(few.connections(10_000, 8) + FileDescriptors.OTHERS)
        .isLessThanOrEqualTo(few.limit());
  }

  @Test
  void theLimitOfThisProcessIsKnown() {
    assertThat(FileDescriptors.ofThisProcess().limit()).isPositive();
  }
}
