package goku.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThisMachineTest {
  @Test
  void loopbackAddressesAreOfThisMachine() {
    assertThat(ThisMachine.isHost("127.0.0.1")).isTrue();
    assertThat(ThisMachine.isHost("localhost")).isTrue();
    assertThat(ThisMachine.isHost("::1")).isTrue();
  }

  @Test
  void documentationAddressesAreOfNoMachine() {
    assertThat(ThisMachine.isHost("192.0.2.1")).isFalse();
  }
}
