package goku.integration.query;

/// A generator of realistic values. A data set has one or two kinds of series, so that some consist
/// of integers only.
final class RandomValues {
  private enum Kind {
    SMALL_INTEGER,
    COUNTER,
    GAUGE,
    ZERO_OR_ONE,
    CONSTANT,
    BIG_INTEGER,
    DECIMAL,
    FLOAT_COUNTER,
    NEGATIVE,
    MIXED,
    TINY,
    HUGE
  }

  private final Choice choice;
  private final Kind one;
  private final Kind other;
  private Kind kind;
  private double level;

  RandomValues(Choice choice) {
    this.choice = choice;
    one = kind();
    other = choice.percent(50) ? one : kind();
    kind = one;
  }

  private Kind kind() {
    Kind[] kinds = Kind.values();
    // the extremes hide the values added to them
    int usual = choice.percent(5) ? kinds.length : kinds.length - 2;
    return kinds[choice.below(choice.percent(45) ? 5 : usual)];
  }

  void nextSeries() {
    kind = choice.percent(50) ? one : other;
    level = choice.below(1000);
  }

  double next() {
    return switch (kind) {
      case SMALL_INTEGER -> choice.between(-50, 100);
      case COUNTER -> counted(choice.below(5000));
      case GAUGE -> choice.between(0, 4000) / 8.0;
      case ZERO_OR_ONE -> choice.below(2);
      case CONSTANT -> level;
      case BIG_INTEGER -> choice.between(-1_000_000_000_000L, 1_000_000_000_000L);
      case DECIMAL -> choice.between(-250, 420) / 10.0;
      case FLOAT_COUNTER -> counted(choice.fraction() * 100);
      case NEGATIVE -> -1000 * choice.fraction();
      case MIXED -> choice.percent(50) ? choice.below(10) : choice.fraction();
      case TINY -> choice.fraction() * 1e-300;
      case HUGE -> (choice.fraction() - 0.5) * 1e290;
    };
  }

  /// Grows, and starts again now and then.
  private double counted(double more) {
    level = choice.percent(5) ? 0 : level + more;
    return level;
  }
}
