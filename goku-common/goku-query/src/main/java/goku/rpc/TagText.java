package goku.rpc;

import goku.model.Tag;
import java.util.List;

/// The text `key=value, key=value]` of tags, character by character, as in `List.toString`. Owned
/// by one thread.
final class TagText {
  private static final int KEY = 0;
  private static final int EQUALS = 1;
  private static final int VALUE = 2;
  private static final int SEPARATOR = 3;

  private final List<Tag> tags;
  private int tag;
  private int part = SEPARATOR;
  private int at;

  /// Begins after the first `skipped` tags.
  private TagText(List<Tag> tags, int skipped) {
    this.tags = tags;
    this.tag = skipped - 1;
  }

  /// Compares tags by their texts, which are not made: a lookup compares millions.
  static int compare(List<Tag> left, List<Tag> right) {
    int same = 0;
    int shorter = Math.min(left.size(), right.size());
    while (same < shorter && left.get(same).equals(right.get(same))) {
      same++;
    }
    var a = new TagText(left, same);
    var b = new TagText(right, same);
    while (true) {
      int one = a.next();
      int other = b.next();
      if (one != other || one < 0) {
        return Integer.compare(one, other);
      }
    }
  }

  /// Returns the next character; -1 at the end.
  private int next() {
    while (tag < tags.size()) {
      String piece = piece();
      if (at < piece.length()) {
        return piece.charAt(at++);
      }
      at = 0;
      if (part == SEPARATOR) {
        tag++;
        part = KEY;
      } else {
        part++;
      }
    }
    return -1;
  }

  private String piece() {
    return switch (part) {
      case KEY -> tags.get(tag).key();
      case EQUALS -> "=";
      case VALUE -> tags.get(tag).value();
      default -> tag + 1 == tags.size() ? "]" : tag < 0 ? "" : ", ";
    };
  }
}
