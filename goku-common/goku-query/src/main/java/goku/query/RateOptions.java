package goku.query;

/// How datapoints become rates of change per second.
///
/// @param counter a falling value means that a counter passed `counterMax`
/// @param counterMax where the counter rolls over; beyond 2^63 for unsigned counters
/// @param resetValue a rate above it, where the value fell, becomes 0; 0 is no limit
/// @param dropResets leaves the datapoint out where the value of a counter fell
public record RateOptions(
    boolean counter, double counterMax, double resetValue, boolean dropResets) {
  /// 2^63, which as a 64-bit integer is cut to 2^63 - 1.
  public static final double DEFAULT_COUNTER_MAX = 0x1p63;

  public static final RateOptions PLAIN = new RateOptions(false, DEFAULT_COUNTER_MAX, 0, false);
}
