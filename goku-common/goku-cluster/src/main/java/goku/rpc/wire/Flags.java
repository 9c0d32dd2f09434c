package goku.rpc.wire;

/// The bits of the layout of groups; see the tables of the package.
final class Flags {
  static final int SERIES = 0;
  static final int STATE = 1;
  static final int SUMS = 2;

  static final int INTEGERS = 1;
  static final int WEIGHTS = 2;
  static final int TIMES = 2;
  static final int ALL_PRESENT = 4;
  static final int REGULAR = 8;
  static final int VALUES = 16;
  static final int ERRORS = 32;
  static final int ONE_COUNT = 64;

  static final int LONGS = 16;
  static final int DOUBLES = 32;

  private Flags() {}

  static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  static int when(boolean condition, int flag) {
    return condition ? flag : 0;
  }
}
