package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class RpcConfigTest {
  private static RpcConfig config(String... flags) {
    return ConfigLoader.defaults(RpcConfig.class, flags);
  }

  /// The port needs no credentials, and roots delete by it.
  @Test
  void withoutSettingsOnlyThisMachineCanCallANode() {
    assertThat(config().bind()).isEqualTo("127.0.0.1");
    assertThat(config().advertise()).isEqualTo("127.0.0.1");
    assertThat(config("--bind=::1").advertise()).isEqualTo("::1");
  }

  @Test
  void aNodeThatOthersCanCallAdvertisesItsName() throws Exception {
    assertThat(config("--bind=0.0.0.0").advertise())
        .isEqualTo(InetAddress.getLocalHost().getHostName());
    assertThat(config("--bind=0.0.0.0", "--advertise=node-1").advertise()).isEqualTo("node-1");
    assertThat(config("--advertise=node-1").advertise()).isEqualTo("node-1");
  }
}
