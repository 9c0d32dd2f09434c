package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EdgeTableTest {
  private static final int MAX_NODES = (1 << 23) - 1;

  @Test
  void edgeIsFoundWithAllThatWasPut() {
    var table = new EdgeTable(2, 3, 0x81);
    table.put(MAX_NODES, 8, -1L, true, 0xff, (1 << 28) - 1);
    table.put(1, 8, -1L, false, 1, 2);
    long edge = table.find(MAX_NODES, 8, -1L);
    assertThat(EdgeTable.isClaimed(edge)).isTrue();
    assertThat(EdgeTable.lengths(edge)).isEqualTo(0xff);
    assertThat(EdgeTable.target(edge)).isEqualTo((1 << 28) - 1);
    long other = table.find(1, 8, -1L);
    assertThat(EdgeTable.isClaimed(other)).isFalse();
    assertThat(EdgeTable.lengths(other)).isEqualTo(1);
    assertThat(EdgeTable.target(other)).isEqualTo(2);
    assertThat(table.find(2, 8, -1L)).isEqualTo(EdgeTable.ABSENT);
    assertThat(table.find(1, 7, -1L)).isEqualTo(EdgeTable.ABSENT);
    assertThat(table.lengthsOfRoot()).isEqualTo(0x81);
  }

  @Test
  void allEdgesAreFoundAlsoWhereTheirSlotsCollide() {
    var table = new EdgeTable(1000, 1000, 1);
    for (int node = 0; node < 1000; node++) {
      table.put(node, 8, node, false, 1, node + 1);
    }
    for (int node = 0; node < 1000; node++) {
      assertThat(EdgeTable.target(table.find(node, 8, node))).isEqualTo(node + 1);
      assertThat(table.find(node, 8, node + 1)).isEqualTo(EdgeTable.ABSENT);
    }
  }

  @Test
  void moreNodesThanAnEdgeCanNameAreRefused() {
    assertThat(new EdgeTable(1, MAX_NODES, 7).lengthsOfRoot()).isEqualTo(7);
    assertThatThrownBy(() -> new EdgeTable(1, MAX_NODES + 1, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot index prefixes: they need 8388608 nodes, at most 8388608 are possible");
  }
}
