package goku.shortterm.shard;

/// The generations of the files of a window, as the times of their decisions give them.
public final class Generations {
  private Generations() {}

  public static int complete(long startMillis, long decidedMillis) {
    return incomplete(startMillis, decidedMillis) + 1;
  }

  public static int incomplete(long startMillis, long decidedMillis) {
    return (int) (2 * ((decidedMillis - startMillis) / 1000));
  }
}
