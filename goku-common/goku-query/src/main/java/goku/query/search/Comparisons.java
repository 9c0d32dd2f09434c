package goku.query.search;

/// The numbers of series of a correlation search by their outcome. Series without a value in the
/// range are not counted.
///
/// @param compared series that have a coefficient
/// @param constant series with a single value in all common slots
/// @param tooShort series with too few values in common with the needle
public record Comparisons(long compared, long constant, long tooShort) {
  public static final Comparisons NONE = new Comparisons(0, 0, 0);

  public Comparisons plus(Comparisons other) {
    return new Comparisons(
        compared + other.compared, constant + other.constant, tooShort + other.tooShort);
  }
}
