package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import goku.service.ClusterException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZooKeeperOutageTest {
  @ParameterizedTest
  @EnumSource(names = {"CONNECTIONLOSS", "SESSIONEXPIRED", "OPERATIONTIMEOUT"})
  void aLostConnectionIsAnOutageAlsoAsTheCauseOfAnotherFailure(Code code) {
    KeeperException lost = KeeperException.create(code, "/goku/formats");
    assertThat(ZooKeeperOutage.isCauseOf(lost)).isTrue();
    assertThat(ZooKeeperOutage.isCauseOf(new ClusterException("cannot read", lost))).isTrue();
  }

  @Test
  void aRefusalOfZooKeeperIsNoOutage() {
    KeeperException refused = KeeperException.create(Code.NOAUTH, "/goku/formats");
    assertThat(ZooKeeperOutage.isCauseOf(new ClusterException("cannot read", refused))).isFalse();
  }
}
