package goku.query;

/// The conversion of datapoints into rates of change per second.
///
/// @param counter whether a falling value means that a counter passed `counterMax`
/// @param counterMax the value at which the counter rolls over; above 2^63 for unsigned counters
/// @param resetValue the limit above which a rate becomes 0 where the value fell; 0 for no limit
/// @param dropResets whether a datapoint is left out where the value of a counter fell
public record RateOptions(
    boolean counter, double counterMax, double resetValue, boolean dropResets) {
  /// 2^63, which as a 64-bit integer is cut to 2^63 - 1.
  public static final double DEFAULT_COUNTER_MAX = 0x1p63;

  public static final RateOptions PLAIN = new RateOptions(false, DEFAULT_COUNTER_MAX, 0, false);
}
