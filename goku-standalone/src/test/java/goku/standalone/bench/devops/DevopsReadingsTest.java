package goku.standalone.bench.devops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DevopsReadingsTest {
  @Test
  void aHostHasTheFieldsOfNineMeasurementsEachOnce() {
    List<String> metrics = Field.all().stream().map(Field::metric).toList();
    assertThat(metrics).hasSize(101).doesNotHaveDuplicates();
    assertThat(Field.all().stream().map(Field::measurement).collect(Collectors.toSet())).hasSize(9);
  }

  @Test
  void hostsHaveTenTagsAndDifferByName() {
    var readings = new DevopsReadings(20, 1);
    assertThat(readings.hosts()).allMatch(host -> host.tags().size() == 10);
    assertThat(readings.hosts().stream().map(Host::name)).doesNotHaveDuplicates();
  }

  @Test
  void equalSeedsGiveEqualReadingsAndOthersOthers() {
    assertThat(someOf(new DevopsReadings(3, 7))).isEqualTo(someOf(new DevopsReadings(3, 7)));
    assertThat(someOf(new DevopsReadings(3, 7))).isNotEqualTo(someOf(new DevopsReadings(3, 8)));
  }

  @Test
  void valuesStayInTheirBoundsAndAreWholeWhereTheFieldIs() {
    var readings = new DevopsReadings(2, 1);
    for (int reading = 0; reading < 1000; reading++) {
      for (int i = 0; i < readings.fields().size(); i++) {
        Field field = readings.fields().get(i);
        double value = readings.value(1, i);
        assertThat(value).as(field.metric()).isBetween(field.least(), field.greatest());
        assertThat(!field.whole() || value == Math.rint(value)).as(field.metric()).isTrue();
      }
      readings.advance();
    }
  }

  private static List<Double> someOf(DevopsReadings readings) {
    for (int i = 0; i < 10; i++) {
      readings.advance();
    }
    return List.of(readings.value(0, 0), readings.value(1, 50), readings.value(2, 100));
  }
}
