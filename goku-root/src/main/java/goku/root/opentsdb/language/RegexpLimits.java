package goku.root.opentsdb.language;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The limits of regular expressions. The compiler of RE2 works by recursion and writes out counted
/// repetitions: a few characters would exceed the stack, or take gigabytes. Stateless.
final class RegexpLimits {
  /// The limit of groups in each other.
  static final int MOST_NESTED = 200;

  /// The limit of elements after repetitions are written out. A list of thousands of hosts has
  /// fewer.
  static final int MOST_ELEMENTS = 100_000;

  private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

  private RegexpLimits() {}

  /// Throws `IllegalArgumentException` if the expression exceeds a limit. Unreadable ones pass: the
  /// compiler rejects them.
  static void require(String regexp) {
    Matcher repetition = REPETITION.matcher(regexp);
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    for (int i = 0; i < regexp.length(); i++) {
      switch (regexp.charAt(i)) {
        case '(' -> {
          outer.push(sum);
          requireAtMost(outer.size(), MOST_NESTED, "has more than %d groups in each other");
          sum = 1;
          last = 0;
        }
        case ')' -> {
          last = sum;
          sum += outer.isEmpty() ? 0 : outer.pop();
        }
        case '{' -> {
          boolean isRepetition = repetition.region(i, regexp.length()).lookingAt();
          long more = isRepetition ? last * (times(repetition) - 1) : 1;
          last = isRepetition ? last + more : 1;
          sum += more;
          i = isRepetition ? repetition.end() - 1 : i;
        }
        case '[' -> {
          i = endOfClass(regexp, i);
          last = 1;
          sum++;
        }
        case '\\' -> {
          i++;
          last = 1;
          sum++;
        }
        default -> {
          last = 1;
          sum++;
        }
      }
      requireAtMost(sum, MOST_ELEMENTS, "repeats more than %d elements");
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
      throw new IllegalArgumentException(
          "Regular expression " + complaint.formatted(limit) + ": simplify it");
    }
  }
}
