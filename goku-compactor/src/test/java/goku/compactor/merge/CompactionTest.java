package goku.compactor.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.format.CorruptException;
import goku.format.bucket.BucketInfo;
import goku.model.Tier;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 18 * HOUR;
  private static final Tier TIER =
      new Tier(
          1,
          Duration.ofHours(6),
          Duration.ofHours(30),
          true,
          Optional.of(Duration.ofMinutes(15)),
          false);

  @TempDir Path input;
  @TempDir Path output;

  private final List<Map<String, TestSeries>> windows =
      new RandomSeries(1).windows(3, 60, START, 2 * HOUR);

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < windows.size(); i++) {
      var info = new BucketInfo("ns", 0, START + i * 2L * HOUR, 2 * HOUR, 1);
      BucketFiles.write(input.resolve(i + ".goku"), info, windows.get(i));
    }
  }

  @Test
  void theManifestDescribesTheContents() throws Exception {
    Manifest manifest = run(TIER, "bucket");
    long series = windows.stream().flatMap(window -> window.keySet().stream()).distinct().count();
    long points =
        windows.stream()
            .flatMap(window -> window.values().stream())
            .mapToLong(one -> one.raw().size())
            .sum();
    assertThat(manifest)
        .isEqualTo(
            new Manifest(
                Manifest.VERSION,
                "ns",
                4,
                1,
                START,
                6 * HOUR,
                2,
                true,
                HOUR / 4,
                (int) series,
                points,
                List.of("key"),
                manifest.files()));
    assertThat(output.resolve("bucket").toFile().list())
        .containsExactlyInAnyOrderElementsOf(
            manifest.files().stream().map(StoredFile::name).toList());
  }

  @Test
  void theSameInputsGiveTheSameBytes() throws Exception {
    Manifest first = run(TIER, "first");
    assertThat(run(TIER, "second")).isEqualTo(first);
    for (StoredFile file : first.files()) {
      assertThat(output.resolve("second").resolve(file.name()))
          .hasSameBinaryContentAs(output.resolve("first").resolve(file.name()));
    }
  }

  @Test
  void aFailureLeavesNoFiles() {
    var next = new Compaction("ns", 4, TIER, START + 6 * HOUR, 2, List.of("key"));
    assertThatThrownBy(() -> run(next, "bucket")).isInstanceOf(CorruptException.class);
    assertThat(output.resolve("bucket")).isEmptyDirectory();
  }

  private Manifest run(Tier tier, String name) throws IOException, InterruptedException {
    return run(new Compaction("ns", 4, tier, START, 2, List.of("key")), name);
  }

  private Manifest run(Compaction compaction, String name)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectory(output.resolve(name));
    List<BucketFileSource> sources = new ArrayList<>();
    try {
      for (int i = 0; i < windows.size(); i++) {
        sources.add(BucketFileSource.open(input.resolve(i + ".goku")));
      }
      return compaction.run(sources, directory, _ -> {});
    } finally {
      sources.forEach(BucketFileSource::close);
    }
  }
}
