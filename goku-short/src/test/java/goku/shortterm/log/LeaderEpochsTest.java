package goku.shortterm.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaderEpochsTest {
  private final LeaderEpochs epochs = new LeaderEpochs();

  @Test
  void eachRecordHasTheEpochThatItWasReadWith() {
    epochs.read(0, 4, 7);
    epochs.read(5, 5, 7);
    epochs.read(6, 8, 9);
    assertThat(epochs.at(0)).isEqualTo(7);
    assertThat(epochs.at(5)).isEqualTo(7);
    assertThat(epochs.at(6)).isEqualTo(9);
    assertThat(epochs.at(8)).isEqualTo(9);
  }

  @Test
  void recordsThatWereNotReadHaveNoEpoch() {
    epochs.read(5, 6, 2);
    epochs.read(9, 9, 2);
    assertThat(epochs.at(-1)).isEqualTo(-1);
    assertThat(epochs.at(4)).isEqualTo(-1);
    assertThat(epochs.at(6)).isEqualTo(2);
    assertThat(epochs.at(8)).isEqualTo(-1);
    assertThat(epochs.at(9)).isEqualTo(2);
    assertThat(epochs.at(10)).isEqualTo(-1);
  }

  @Test
  void recordsThatAreReadAgainKeepTheirFirstEpoch() {
    epochs.read(0, 6, 2);
    epochs.read(5, 8, 3);
    assertThat(epochs.at(6)).isEqualTo(2);
    assertThat(epochs.at(7)).isEqualTo(3);
  }
}
