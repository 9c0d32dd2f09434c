package goku.query.correlation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/// Coefficients from their definition: sums without any rounding, then 50 digits.
public final class ExactReference {
  private static final MathContext DIGITS = new MathContext(50);

  private ExactReference() {}

  /// The values of two series at one time.
  public record Pair(double x, double y) {}

  /// Returns the finite pairs of the slots `i` of x and `i + lag` of y.
  public static List<Pair> pairs(double[] x, double[] y, int lag) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      int j = i + lag;
      if (j >= 0 && j < y.length && Double.isFinite(x[i]) && Double.isFinite(y[j])) {
        pairs.add(new Pair(x[i], y[j]));
      }
    }
    return pairs;
  }

  /// Returns the coefficient; NaN if one side is constant.
  public static double coefficient(List<Pair> pairs, Score score) {
    return pearson(score == Score.PEARSON ? pairs : ranks(pairs));
  }

  private static double pearson(List<Pair> pairs) {
    BigDecimal n = BigDecimal.valueOf(pairs.size());
    BigDecimal x = BigDecimal.ZERO;
    BigDecimal y = BigDecimal.ZERO;
    BigDecimal xx = BigDecimal.ZERO;
    BigDecimal yy = BigDecimal.ZERO;
    BigDecimal xy = BigDecimal.ZERO;
    for (Pair pair : pairs) {
      BigDecimal a = new BigDecimal(pair.x());
      BigDecimal b = new BigDecimal(pair.y());
      x = x.add(a);
      y = y.add(b);
      xx = xx.add(a.multiply(a));
      yy = yy.add(b.multiply(b));
      xy = xy.add(a.multiply(b));
    }
    BigDecimal sxx = n.multiply(xx).subtract(x.multiply(x));
    BigDecimal syy = n.multiply(yy).subtract(y.multiply(y));
    if (sxx.signum() == 0 || syy.signum() == 0) {
      return Double.NaN;
    }
    BigDecimal norm = sxx.round(DIGITS).multiply(syy, DIGITS).sqrt(DIGITS);
    return n.multiply(xy).subtract(x.multiply(y)).divide(norm, DIGITS).doubleValue();
  }

  private static List<Pair> ranks(List<Pair> pairs) {
    double[] x = pairs.stream().mapToDouble(Pair::x).toArray();
    double[] y = pairs.stream().mapToDouble(Pair::y).toArray();
    return pairs.stream().map(pair -> new Pair(rank(pair.x(), x), rank(pair.y(), y))).toList();
  }

  private static double rank(double value, double[] all) {
    int less = 0;
    int equal = 0;
    for (double other : all) {
      less += other < value ? 1 : 0;
      equal += other == value ? 1 : 0;
    }
    return less + (equal + 1) / 2.0;
  }
}
