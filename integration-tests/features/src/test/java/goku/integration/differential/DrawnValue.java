package goku.integration.differential;

import java.util.Locale;

/// The form in which a series' values are written, which decides their type.
enum DrawnValue {
  INTEGER {
    @Override
    String text(Draws draws, long value) {
      return Long.toString(value);
    }
  },

  /// An integer of which doubles lose the last digits.
  WIDE_INTEGER {
    @Override
    String text(Draws draws, long value) {
      return Long.toString(WIDE + value);
    }
  },

  WHOLE_DOUBLE {
    @Override
    String text(Draws draws, long value) {
      return value + ".0";
    }
  },

  FRACTION {
    @Override
    String text(Draws draws, long value) {
      return String.format(Locale.ROOT, "%.2f", value + draws.between(1, 99) / 100.0);
    }
  };

  /// Sums of three fit into 64 bits, those of four wrap around.
  private static final long WIDE = (1L << 61) + 1;

  abstract String text(Draws draws, long value);
}
