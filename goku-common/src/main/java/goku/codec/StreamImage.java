package goku.codec;

/// All of a Gorilla stream at some moment: its bits and the state in which appending goes on. Used
/// again for one stream after the other. Owned by one thread.
public final class StreamImage {
  /// The bits, filled from the highest downwards; the last word may be unfinished.
  public long[] words = new long[16];

  public int wordCount;
  public int count;
  public int bits;

  /// As in the header of the stream.
  public int flags;

  public long timestamp;
  public long delta;
  public long value;
  public int leading;
  public int trailing;
}
