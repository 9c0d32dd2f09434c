package goku.standalone.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerDefaultsTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "2, 2, 1", "3, 3, 2", "5, 3, 2", "5, 5, 3"})
  void sensibleDefaultsAreNoFinding(int brokers, int replicas, int inSync) {
    assertThat(new BrokerDefaults(brokers, replicas, inSync).findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1, 1, 'default.replication.factor is 1, of 3 brokers', set it to 3",
    "2, 1, 1, 'default.replication.factor is 1, of 2 brokers', set it to 2",
    "2, 3, 2, 'default.replication.factor is 3, of 2 brokers', start the missing brokers",
    "1, 1, 2, 'min.insync.replicas is 2, of 1 replicas', lower it",
    "3, 2, 2, 'min.insync.replicas is 2, of 2 replicas', set it to 1",
    "3, 3, 1, 'min.insync.replicas is 1, of 3 replicas', set it to 2"
  })
  void defaultsThatLoseOrRefuseRecordsAreAWarning(
      int brokers, int replicas, int inSync, String found, String remedy) {
    assertThat(new BrokerDefaults(brokers, replicas, inSync).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Finding.Level.WARN);
              assertThat(finding.found()).isEqualTo(found);
              assertThat(finding.remedy()).startsWith(remedy);
            });
  }
}
