package goku.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number of bytes, written as `512KiB`, `64MiB`, `2GiB` or plain bytes.
public record DataSize(long bytes) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18}) ?([KMGT]iB|B)?");
  private static final String UNITS = "BKMGT";

  /// Parses a size in the form of `toString`.
  ///
  /// @throws IllegalArgumentException when the text is not a size or the size exceeds 8 EiB
  public static DataSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a size: " + text);
    }
    long number = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2);
    int shift = unit == null ? 0 : 10 * UNITS.indexOf(unit.charAt(0));
    if (number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("too large a size: " + text);
    }
    return new DataSize(number << shift);
  }

  /// Returns the size in the largest unit that leaves no fraction.
  @Override
  public String toString() {
    int unit = 0;
    long number = bytes;
    while (unit < UNITS.length() - 1 && number != 0 && number % 1024 == 0) {
      number /= 1024;
      unit++;
    }
    return unit == 0 ? Long.toString(bytes) : number + UNITS.substring(unit, unit + 1) + "iB";
  }
}
