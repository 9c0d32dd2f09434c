package goku.rpc.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Tag;
import goku.query.SeriesPartial;
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
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A test that nodes of this version and roots of the version that wrote the file understand each
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
                          true,
                          null),
                      new SeriesPartial(
                          List.of(HOST),
                          new long[] {1000, 2000, 2001},
                          new double[] {1, 2, 3},
                          false,
                          new double[] {1, 90, 1})))));

  private static GroupPartial group(List<List<Tag>> members, Contribution contribution) {
    return new GroupPartial(
        new GroupKey(List.of(HOST)),
        new GroupTags(List.of(DC, HOST), List.of("cpu")),
        members,
        contribution);
  }

  @Test
  void writesTheBytesOfVersion1() throws Exception {
    var bytes = new ByteArrayOutputStream();
    var writer = new WireGroupWriter((chunk, length) -> bytes.write(chunk, 0, length));
    List<String> lines = new ArrayList<>();
    for (GroupPartial group : GROUPS) {
      writer.write(group);
      writer.flush();
      lines.add(HexFormat.of().formatHex(bytes.toByteArray()));
      bytes.reset();
    }
    assertThat(lines).isEqualTo(golden());
  }

  @Test
  void readsTheBytesOfVersion1() throws Exception {
    Deque<ByteBuffer> chunks =
        golden().stream()
            .map(line -> ByteBuffer.wrap(HexFormat.of().parseHex(line)))
            .collect(Collectors.toCollection(ArrayDeque::new));
    var reader = new WireGroupReader(PLAN, chunks::poll, bytes -> {});
    for (GroupPartial expected : GROUPS) {
      GroupPartial read = reader.next();
      assertThat(read).isNotNull();
      assertThat(ShownGroups.of(Objects.requireNonNull(read))).isEqualTo(ShownGroups.of(expected));
    }
    assertThat(reader.next()).isNull();
  }

  /// Returns the lines of the file, one chunk with one group per line.
  private static List<String> golden() throws Exception {
    String text = new String(GoldenFile.read(GroupsGoldenTest.class, "groups-v1.txt"), UTF_8);
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }
}
