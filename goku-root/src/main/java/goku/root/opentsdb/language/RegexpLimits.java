package goku.root.opentsdb.language;

import goku.http.HttpError;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The limits of regular expressions. The compiler of RE2 works by recursion and writes out counted
/// repetitions, and its matcher works by recursion over branches: a few characters would exceed the
/// stack, or take gigabytes. Stateless.
final class RegexpLimits {
  /// The limit of groups in each other.
  static final int MOST_NESTED = 200;

  private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

  private RegexpLimits() {}

  /// A count of parts of an expression, after repetitions are written out.
  private enum Count {
    /// A list of thousands of hosts has fewer.
    ELEMENTS(100_000, "has more than %d elements", 0) {
      @Override
      int weight(char c) {
        return 1;
      }
    },
    /// The matcher calls itself for each part that it passes without a character, three times for a
    /// group. 4,900 calls exceed a stack of 1 MiB in code of C1, whose frames are the largest.
    BRANCHES(4_000, "has more than %d alternatives, groups and optional parts", 1) {
      @Override
      int weight(char c) {
        return switch (c) {
          case '|', '*', '?', '+', '^', '$', '\\' -> 1;
          case '(' -> 3;
          default -> 0;
        };
      }
    };

    private final int most;
    private final String complaint;

    /// The weight of a repetition itself.
    private final int ofRepetition;

    Count(int most, String complaint, int ofRepetition) {
      this.most = most;
      this.complaint = complaint;
      this.ofRepetition = ofRepetition;
    }

    abstract int weight(char c);
  }

  /// Throws an error 400 if the expression exceeds a limit. Unreadable ones pass: the compiler
  /// rejects them.
  static void require(String regexp) {
    for (Count count : Count.values()) {
      require(regexp, count);
    }
  }

  /// Throws an error 400 if an expression of so many elements would exceed their limit.
  static void requireElements(int elements) {
    requireAtMost(elements, Count.ELEMENTS.most, Count.ELEMENTS.complaint);
  }

  private static void require(String regexp, Count count) {
    Matcher repetition = REPETITION.matcher(regexp);
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    for (int i = 0; i < regexp.length(); i++) {
      int one = count.weight(regexp.charAt(i));
      switch (regexp.charAt(i)) {
        case '(' -> {
          outer.push(sum);
          requireAtMost(outer.size(), MOST_NESTED, "has more than %d groups in each other");
          sum = one;
          last = 0;
        }
        case ')' -> {
          last = sum;
          sum += outer.isEmpty() ? 0 : outer.pop();
        }
        case '{' -> {
          boolean isRepetition = repetition.region(i, regexp.length()).lookingAt();
          long more = isRepetition ? last * (times(repetition) - 1) + count.ofRepetition : one;
          last = isRepetition ? last + more : one;
          sum += more;
          i = isRepetition ? repetition.end() - 1 : i;
        }
        case '[' -> {
          i = endOfClass(regexp, i);
          last = one;
          sum += one;
        }
        case '\\' -> {
          i++;
          last = one;
          sum += one;
        }
        default -> {
          last = one;
          sum += one;
        }
      }
      requireAtMost(sum, count.most, count.complaint);
    }
  }

  private static long times(Matcher repetition) {
    String most = repetition.group(2);
    String count = most == null || most.isEmpty() ? repetition.group(1) : most;
    return Math.max(1, Long.parseLong(count));
  }

  /// Returns the index of the bracket that closes a class. A bracket at its begin belongs to it.
  private static int endOfClass(String regexp, int start) {
    int first = start + 1;
    first += first < regexp.length() && regexp.charAt(first) == '^' ? 1 : 0;
    for (int i = first; i < regexp.length(); i++) {
      char c = regexp.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == ']' && i > first) {
        return i;
      }
    }
    return regexp.length();
  }

  private static void requireAtMost(long value, int limit, String complaint) {
    if (value > limit) {
      throw new HttpError(
          400, "Regular expression " + complaint.formatted(limit) + ": simplify it");
    }
  }
}
