package goku.ingest.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
  private static final int LENGTH = 50;

  /// Bytes that a search by arithmetic on eight bytes could mistake for a line's end.
  private static final byte[] OTHERS = {'a', '\n' + 1, '\n' - 1, 0, -1, '\n' | (byte) 0x80};

  @Test
  void findsTheFirstWhereverItIs() {
    for (byte other : OTHERS) {
      byte[] bytes = new byte[LENGTH];
      Arrays.fill(bytes, other);
      for (int start = 0; start < LENGTH; start++) {
        assertThat(ByteSearch.find(bytes, start, LENGTH, '\n')).isEqualTo(LENGTH);
        for (int at = start; at < LENGTH; at++) {
          bytes[at] = '\n';
          bytes[LENGTH - 1] = '\n';
          assertThat(ByteSearch.find(bytes, start, LENGTH, '\n')).isEqualTo(at);
          assertThat(ByteSearch.find(bytes, start, at, '\n')).isEqualTo(at);
          bytes[at] = other;
          bytes[LENGTH - 1] = other;
        }
      }
    }
  }
}
