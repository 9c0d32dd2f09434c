package goku.format.delete;

import static goku.format.delete.DeleteLayout.ANY_VALUE;
import static goku.format.delete.DeleteLayout.COUNT_OFFSET;
import static goku.format.delete.DeleteLayout.DOT_ALL;
import static goku.format.delete.DeleteLayout.END_OFFSET;
import static goku.format.delete.DeleteLayout.EXPLICIT_TAGS;
import static goku.format.delete.DeleteLayout.FLAGS_OFFSET;
import static goku.format.delete.DeleteLayout.FORMAT;
import static goku.format.delete.DeleteLayout.HEADER_BYTES;
import static goku.format.delete.DeleteLayout.IGNORE_CASE;
import static goku.format.delete.DeleteLayout.MAGIC;
import static goku.format.delete.DeleteLayout.MAGIC_OFFSET;
import static goku.format.delete.DeleteLayout.NAME_HASHES;
import static goku.format.delete.DeleteLayout.NEGATED;
import static goku.format.delete.DeleteLayout.NOT_KEY;
import static goku.format.delete.DeleteLayout.REGEXP;
import static goku.format.delete.DeleteLayout.START_OFFSET;
import static goku.format.delete.DeleteLayout.VALUES;
import static goku.format.delete.DeleteLayout.VERSION;
import static goku.format.delete.DeleteLayout.VERSION_OFFSET;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.model.NameText;
import goku.model.TagFilter;
import goku.model.TimeRange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A reader of one delete.
public final class DeleteReader {
  private final ByteBuffer bytes;
  private @Nullable Set<Long> nameHashes;

  private DeleteReader(byte[] message) {
    bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Returns whether a message of a namespace's topic claims to be a delete.
  public static boolean isDelete(byte[] message) {
    return message.length > MAGIC_OFFSET && message[MAGIC_OFFSET] == MAGIC;
  }

  /// Parses the message. Throws a `FormatException` if it is not a delete.
  public static DeleteRecord read(byte[] message) {
    return new DeleteReader(message).read();
  }

  private DeleteRecord read() {
    need(HEADER_BYTES, "a header");
    if (bytes.get(MAGIC_OFFSET) != MAGIC) {
      throw new NotOursException(
          FORMAT, MAGIC_OFFSET, hex(bytes.get(MAGIC_OFFSET)), "magic " + hex(MAGIC));
    }
    int version = Byte.toUnsignedInt(bytes.get(VERSION_OFFSET));
    if (version > VERSION) {
      throw new OtherVersionException(
          FORMAT, VERSION_OFFSET, "version " + version, "version " + VERSION + " or older");
    }
    short flags = bytes.getShort(FLAGS_OFFSET);
    if (version < VERSION || (flags & ~EXPLICIT_TAGS) != 0) {
      throw corrupt(VERSION_OFFSET, "version " + version + ", flags " + flags, "flags 0 or 1");
    }
    TimeRange range = range();
    int count = bytes.getInt(COUNT_OFFSET);
    bytes.position(HEADER_BYTES);
    String metric = text("a metric");
    List<TagFilter> filters = filters(count);
    return new DeleteRecord(metric, filters, flags == EXPLICIT_TAGS, nameHashes, range);
  }

  private TimeRange range() {
    long start = bytes.getLong(START_OFFSET);
    long end = bytes.getLong(END_OFFSET);
    if (end < start) {
      throw corrupt(END_OFFSET, "an end of " + end, "at least the start, " + start);
    }
    return new TimeRange(start, end);
  }

  private List<TagFilter> filters(int count) {
    List<TagFilter> filters = new ArrayList<>();
    int found = 0;
    for (; bytes.hasRemaining(); found++) {
      if (bytes.get(bytes.position()) == NAME_HASHES) {
        nameHashes = nameHashes();
      } else {
        filters.add(filter());
      }
    }
    if (found != count) {
      throw corrupt(COUNT_OFFSET, found + " filters", count + " as in the header");
    }
    return filters;
  }

  private TagFilter filter() {
    int at = bytes.position();
    need(2, "a filter");
    byte type = bytes.get();
    byte flags = bytes.get();
    int known =
        switch (type) {
          case VALUES -> IGNORE_CASE | NEGATED;
          case REGEXP -> IGNORE_CASE | DOT_ALL;
          default -> 0;
        };
    if ((flags & ~known) != 0) {
      throw corrupt(at + 1, "flags " + flags + " of a filter of type " + type, "known ones");
    }
    String key = text("a tag key");
    boolean ignoreCase = (flags & IGNORE_CASE) != 0;
    return switch (type) {
      case VALUES ->
          new TagFilter.LiteralOr(key, values(), ignoreCase, (flags & NEGATED) != 0, false);
      case REGEXP -> new TagFilter.Regexp(key, pattern(flags), false);
      case ANY_VALUE -> new TagFilter.AnyValue(key, false);
      case NOT_KEY -> new TagFilter.NotKey(key);
      default -> throw corrupt(at, "a filter of type " + type, "1 to 5");
    };
  }

  private Set<Long> nameHashes() {
    need(2, "a filter");
    bytes.position(bytes.position() + 2);
    text("a tag key");
    need(Integer.BYTES, "the number of hashes");
    int count = bytes.getInt();
    if (count < 0) {
      throw corrupt(bytes.position() - Integer.BYTES, count + " hashes", "0 or more");
    }
    Set<Long> hashes = new HashSet<>();
    for (int i = 0; i < count; i++) {
      need(Long.BYTES, "a hash");
      hashes.add(bytes.getLong());
    }
    return hashes;
  }

  private Set<String> values() {
    need(Integer.BYTES, "the number of values");
    int count = bytes.getInt();
    Set<String> values = new HashSet<>();
    for (int i = 0; i < count; i++) {
      values.add(text("a value"));
    }
    return values;
  }

  private Pattern pattern(byte flags) {
    int at = bytes.position();
    String text = text("a regular expression");
    int options =
        ((flags & IGNORE_CASE) == 0 ? 0 : Pattern.CASE_INSENSITIVE)
            | ((flags & DOT_ALL) == 0 ? 0 : Pattern.DOTALL);
    try {
      return Pattern.compile(text, options);
    } catch (PatternSyntaxException e) {
      throw corrupt(at, "'" + text + "', " + e.getMessage(), "a regular expression of RE2");
    }
  }

  private String text(String what) {
    need(Integer.BYTES, "the length of " + what);
    int at = bytes.position();
    int length = bytes.getInt();
    if (length < 0) {
      throw corrupt(at, what + " of " + length + " bytes", "0 or more");
    }
    need(length, what);
    byte[] stored = new byte[length];
    bytes.get(stored);
    return NameText.text(stored);
  }

  private void need(int size, String what) {
    if (bytes.remaining() < size) {
      throw new TruncatedException(
          FORMAT, bytes.position(), bytes.remaining() + " bytes", size + " bytes of " + what);
    }
  }

  private static CorruptException corrupt(int offset, String found, String wanted) {
    return new CorruptException(FORMAT, offset, found, wanted);
  }

  private static String hex(byte value) {
    return "0x%02x".formatted(value);
  }
}
