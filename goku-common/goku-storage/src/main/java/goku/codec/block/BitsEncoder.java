package goku.codec.block;

/// An encoder of the bits of doubles as packed integers.
final class BitsEncoder implements ChunkEncoder {
  private final ColumnEncoder column = new ColumnEncoder();

  @Override
  public int plan(long[] bits, int n) {
    return column.planBits(bits, n);
  }

  @Override
  public int write(byte[] into, int at) {
    return column.write(BlockLayout.BITS, 0, into, at);
  }
}
