package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HashTableTest {
  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  private final Map<Integer, Long> hashes = new HashMap<>();
  private final HashTable table = new HashTable(use, number -> hashes.getOrDefault(number, 0L));

  @Test
  void onlyAddedNumbersAreFoundWhileNumbersGrow() {
    var random = new Random(1);
    for (int round = 0; round < 30; round++) {
      int first = round == 29 ? Integer.MAX_VALUE - 3000 : (1 << round) - 1;
      for (int number = first; number < first + 1000; number++) {
        if (!hashes.containsKey(number)) {
          add(random.nextLong() >>> 12, number); // the upper bits are equal, as in a shard
        }
      }
      int round7 = round % 7;
      hashes.keySet().stream().filter(n -> n % 7 == round7).toList().forEach(this::remove);
    }
    hashes.forEach((number, hash) -> assertThat(find(hash, number)).isEqualTo(number));
    for (int i = 0; i < 10_000; i++) {
      long hash = random.nextLong();
      assertThat(table.find(hash, number -> hashes.getOrDefault(number, 0L) == hash))
          .isEqualTo(HashTable.NONE);
    }
    table.close();
    assertThat(use.bytes(Purpose.INDEX)).isZero();
  }

  @Test
  void allNumbersWithOneHashAreOffered() {
    for (int number = 0; number < 100; number++) {
      add(7, number);
    }
    var offered = new TreeSet<Integer>();
    table.offer(7, offered::add);
    assertThat(offered).hasSize(100);
    remove(50);
    offered.clear();
    table.offer(7, offered::add);
    assertThat(offered).hasSize(99).doesNotContain(50);
  }

  @Test
  void anEntryTakesAtMostSevenBytes() {
    var random = new Random(2);
    for (int number = 0; number < 200_000; number++) {
      add(random.nextLong(), number);
    }
    assertThat(use.bytes(Purpose.INDEX)).isLessThan(7L * hashes.size());
  }

  private void add(long hash, int number) {
    table.add(hash, number);
    hashes.put(number, hash);
  }

  private void remove(int number) {
    Long hash = hashes.remove(number);
    table.remove(hash == null ? 0 : hash, number);
  }

  private int find(long hash, int wanted) {
    return table.find(hash, number -> number == wanted);
  }
}
