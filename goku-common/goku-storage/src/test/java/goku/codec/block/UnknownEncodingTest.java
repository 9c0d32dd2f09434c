package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class UnknownEncodingTest {
  private static final int COUNT = 12;

  @Test
  void decoderRejectsReservedCodesOfValues() {
    byte[] block = dictionary();
    for (int code = 1; code < 256; code++) {
      boolean isType = (BlockLayout.ESCAPE | code) >= BlockLayout.HISTOGRAMS;
      if ((code & BlockLayout.ESCAPE) == 0 && !isType) {
        block[0] = (byte) (BlockLayout.ESCAPE | code);
        assertThatThrownBy(() -> BlockFixture.decode(block, COUNT))
            .isInstanceOf(CorruptBlockException.class)
            .hasMessageStartingWith("cannot decode block at offset ")
            .hasMessageContaining("found a chunk of the unknown encoding %d,".formatted(code));
      }
    }
  }

  @Test
  void decoderRejectsAllCodesOfTimestamps() {
    byte[] block = BlockFixture.encode(0L, 1000, 2000, 3000);
    block[0] |= (byte) BlockLayout.ESCAPE;
    assertThatThrownBy(() -> BlockFixture.decode(block, 0L, 3))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("unknown encoding");
  }

  @Test
  void eachEncodingHasACodeOfItsOwnBesideTheEscape() {
    for (ChunkEncoding encoding : ChunkEncoding.values()) {
      assertThat(encoding.flags() & BlockLayout.ESCAPE).isEqualTo(BlockLayout.ESCAPE);
      assertThat(ChunkEncoding.of(encoding.flags(), 0)).isEqualTo(encoding);
    }
  }

  private static byte[] dictionary() {
    var values = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      values[i] = Math.sqrt(2 + i % 2);
    }
    byte[] block = BlockFixture.encode(values);
    assertThat(block).startsWith(ChunkEncoding.DICTIONARY.flags());
    return block;
  }
}
