package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.ingest.parse.Datapoint;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.parse.Rejection;
import goku.ingest.parse.SeriesNameRules;
import goku.standalone.bench.devops.DevopsReadings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreparationTest {
  private static final int HOSTS = 2;
  private static final int FIELDS = 101;
  private static final int MEASUREMENTS = 9;
  private static final Schedule SCHEDULE =
      Schedule.before(
          Instant.parse("2026-03-01T12:00:07Z"), Duration.ofMinutes(3), Duration.ofMinutes(1));

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INFLUX_LINES")
  void theIngestorTakesAllOfIt(Format format) throws IOException {
    Path file = directory.resolve("payloads");
    new Preparation(new DevopsReadings(HOSTS, 1), format, 30).write(file, SCHEDULE, made -> {});
    var taken = new Taken();
    var reader = new PutRecordReader(SeriesNameRules.generous(16, 1000, 4000), 10_000);
    List<Integer> sizes = new ArrayList<>();
    try (var payloads = new PayloadFile.Reader(file, SendThrottle.UNLIMITED)) {
      for (Payload next = payloads.next(); next != null; next = payloads.next()) {
        reader.read(ByteBuffer.wrap(next.bytes()), taken);
        sizes.add(next.datapoints());
      }
    }
    int all = HOSTS * FIELDS * SCHEDULE.steps();
    assertThat(taken.times).hasSize(all);
    assertThat(new HashSet<>(taken.times))
        .isEqualTo(Set.of(1772366280000L, 1772366340000L, 1772366400000L));
    assertThat(taken.names).hasSize(HOSTS * FIELDS);
    assertThat(sizes.subList(0, sizes.size() - 1)).allMatch(size -> size == 30);
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(all);
  }

  @Test
  void fieldsOfAMeasurementShareALineOfInflux() throws IOException {
    Path file = directory.resolve("payloads");
    var readings = new DevopsReadings(HOSTS, 1);
    new Preparation(readings, Format.INFLUX_LINES, 5).write(file, SCHEDULE, made -> {});
    List<String> lines = new ArrayList<>();
    int datapoints = 0;
    try (var payloads = new PayloadFile.Reader(file, SendThrottle.UNLIMITED)) {
      for (Payload next = payloads.next(); next != null; next = payloads.next()) {
        new String(next.bytes(), UTF_8).lines().forEach(lines::add);
        datapoints += next.datapoints();
      }
    }
    assertThat(datapoints).isEqualTo(HOSTS * FIELDS * SCHEDULE.steps());
    assertThat(lines).hasSize(HOSTS * MEASUREMENTS * SCHEDULE.steps());
    assertThat(lines.getFirst())
        .matches(
            "cpu,hostname=host_0,region=[^ ]+ usage_user=\\d+i,usage_system=\\d+i,[^ ]+"
                + " 1772366280");
  }

  @Test
  void aScheduleWithoutAReadingIsRefused() {
    var now = Instant.EPOCH;
    assertThatThrownBy(() -> Schedule.before(now, Duration.ofSeconds(9), Duration.ofSeconds(10)))
        .hasMessageContaining("--length PT9S");
    assertThatThrownBy(() -> Schedule.before(now, Duration.ofHours(1), Duration.ofMillis(1500)))
        .hasMessageContaining("--interval PT1.5S");
  }

  private static final class Taken implements PointHandler {
    private final List<Long> times = new ArrayList<>();
    private final Set<Long> names = new HashSet<>();

    @Override
    public @Nullable Rejection accept(Datapoint point) {
      times.add(point.timestampMillis());
      names.add(point.hash());
      return null;
    }

    @Override
    public void rejected(Rejection rejection, byte[] source, int offset, int length) {
      throw new AssertionError(rejection.toString());
    }
  }
}
