package goku.rpc.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Tag;
import goku.model.ValueType;
import goku.model.histogram.FixedShape;
import goku.model.histogram.Histograms;
import goku.query.SeriesPartial;
import goku.query.histogram.HistogramSums;
import goku.query.partial.AccumulatorState;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialPlan;
import goku.testkit.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A test that nodes of this version and roots of the versions that wrote the files understand each
/// other.
class GroupsGoldenTest {
  private static final PartialPlan PLAN = new RandomGroups(0, 3, true).plan;
  private static final Tag HOST = new Tag("host", "a");
  private static final Tag DC = new Tag("dc", "ü");

  private static final List<GroupPartial> GROUPS =
      List.of(
          group(
              List.of(),
              new Contribution.Accumulated(
                  PLAN.restored(
                      new AccumulatorState(
                          new long[0],
                          new double[] {1, -0.0, 2.5},
                          new double[3],
                          new int[] {2, 2, 2},
                          new boolean[] {true, true, true},
                          false)))),
          group(
              List.of(List.of(HOST), List.of(DC, HOST)),
              new Contribution.Accumulated(
                  PLAN.restored(
                      new AccumulatorState(
                          new long[0],
                          new double[3],
                          new double[] {0, 0x1p-60, 0},
                          new int[] {300, 0, 1},
                          new boolean[] {true, false, true},
                          false)))),
          group(
              List.of(),
              new Contribution.Members(
                  List.of(
                      new SeriesPartial(
                          List.of(DC),
                          new long[] {1000, 2000, 3000},
                          new double[] {1, Double.NaN, 3},
                          ValueType.PLAIN,
                          true,
                          null),
                      new SeriesPartial(
                          List.of(HOST),
                          new long[] {1000, 2000, 2001},
                          new double[] {1, 2, 3},
                          ValueType.PLAIN,
                          false,
                          new double[] {1, 90, 1})))));

  private static final GroupPartial TYPED =
      group(
          List.of(),
          new Contribution.Members(
              List.of(
                  series(ValueType.LONGS, ValueType.word((1L << 53) + 1), ValueType.word(-1)),
                  series(ValueType.DOUBLES, 20, 21))));

  private static final GroupPartial SUMS = group(List.of(), new Contribution.Summed(sums()));

  private static HistogramSums sums() {
    var fixed = FixedShape.of(new float[] {0, 1}, new float[] {1, 2.5f});
    var histograms = new Histograms();
    int handle = histograms.add(fixed);
    long[] counts = {3, 300, 1, 1L << 40};
    System.arraycopy(counts, 0, histograms.words(), handle + 1, counts.length);
    var sums = new HistogramSums();
    sums.append(1000, histograms, handle);
    sums.append(2000, histograms, handle);
    sums.append(2001, histograms, histograms.add(fixed));
    return sums;
  }

  private static SeriesPartial series(ValueType type, double... words) {
    long[] times = {1000, 2000};
    return new SeriesPartial(List.of(HOST), times, words, type, type == ValueType.LONGS, null);
  }

  private static GroupPartial group(List<List<Tag>> members, Contribution contribution) {
    return new GroupPartial(
        new GroupKey(List.of(HOST)),
        new GroupTags(List.of(DC, HOST), List.of("cpu")),
        members,
        contribution);
  }

  @Test
  void writesTheBytesOfAllVersions() throws Exception {
    assertThat(written(1, GROUPS)).isEqualTo(golden("groups-v1.txt"));
    assertThat(written(2, GROUPS)).isEqualTo(golden("groups-v1.txt"));
    assertThat(written(2, List.of(TYPED))).isEqualTo(golden("groups-v2.txt"));
    assertThat(written(3, GROUPS)).isEqualTo(golden("groups-v1.txt"));
    assertThat(written(3, List.of(TYPED))).isEqualTo(golden("groups-v2.txt"));
    assertThat(written(3, List.of(SUMS))).isEqualTo(golden("groups-v3.txt"));
  }

  @Test
  void olderVersionsHaveNoHistograms() {
    for (int version : new int[] {1, 2}) {
      assertThatThrownBy(() -> written(version, List.of(SUMS)))
          .isInstanceOf(WireException.class)
          .hasMessageContaining("upgrade the root");
    }
  }

  @Test
  void readsTheBytesOfAllVersions() throws Exception {
    assertThat(read(golden("groups-v1.txt"))).isEqualTo(shown(GROUPS));
    assertThat(read(golden("groups-v2.txt"))).isEqualTo(shown(List.of(TYPED)));
    assertThat(read(golden("groups-v3.txt"))).isEqualTo(shown(List.of(SUMS)));
  }

  @Test
  void valuesHaveNoTypesInVersion1() throws Exception {
    var rounded = new Contribution.Members(List.of(plain(true, 0x1p53, -1), plain(false, 20, 21)));
    assertThat(read(written(1, List.of(TYPED))))
        .isEqualTo(shown(List.of(group(List.of(), rounded))));
  }

  private static SeriesPartial plain(boolean integers, double... values) {
    long[] times = {1000, 2000};
    return new SeriesPartial(List.of(HOST), times, values, ValueType.PLAIN, integers, null);
  }

  private static List<String> written(int version, List<GroupPartial> groups) throws Exception {
    var bytes = new ByteArrayOutputStream();
    var writer = new WireGroupWriter((chunk, length) -> bytes.write(chunk, 0, length), version);
    List<String> lines = new ArrayList<>();
    for (GroupPartial group : groups) {
      writer.write(group);
      writer.flush();
      lines.add(HexFormat.of().formatHex(bytes.toByteArray()));
      bytes.reset();
    }
    return lines;
  }

  private static List<String> read(List<String> lines) throws Exception {
    Deque<ByteBuffer> chunks =
        lines.stream()
            .map(line -> ByteBuffer.wrap(HexFormat.of().parseHex(line)))
            .collect(Collectors.toCollection(ArrayDeque::new));
    var reader = new WireGroupReader(PLAN, chunks::poll, bytes -> {});
    List<String> shown = new ArrayList<>();
    for (GroupPartial group = reader.next(); group != null; group = reader.next()) {
      shown.add(ShownGroups.of(group));
    }
    return shown;
  }

  private static List<String> shown(List<GroupPartial> groups) {
    return groups.stream().map(ShownGroups::of).toList();
  }

  /// Returns the lines of a file, one chunk with one group per line.
  private static List<String> golden(String file) throws Exception {
    String text = new String(GoldenFile.read(GroupsGoldenTest.class, file), UTF_8);
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }
}
