package goku.format.delete;

import static goku.format.delete.DeleteLayout.ANY_VALUE;
import static goku.format.delete.DeleteLayout.DOT_ALL;
import static goku.format.delete.DeleteLayout.EXPLICIT_TAGS;
import static goku.format.delete.DeleteLayout.HEADER_BYTES;
import static goku.format.delete.DeleteLayout.IGNORE_CASE;
import static goku.format.delete.DeleteLayout.MAGIC;
import static goku.format.delete.DeleteLayout.NAME_HASHES;
import static goku.format.delete.DeleteLayout.NEGATED;
import static goku.format.delete.DeleteLayout.NOT_KEY;
import static goku.format.delete.DeleteLayout.REGEXP;
import static goku.format.delete.DeleteLayout.VALUES;
import static goku.format.delete.DeleteLayout.VERSION;

import com.google.re2j.Pattern;
import goku.model.NameText;
import goku.model.TagFilter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

/// A writer of one delete.
public final class DeleteWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private DeleteWriter() {}

  /// Returns the message. A regular expression may only have options that the format supports.
  public static byte[] write(DeleteRecord delete) {
    var writer = new DeleteWriter();
    writer.header(delete);
    delete.filters().forEach(writer::filter);
    Set<Long> hashes = delete.nameHashes();
    if (hashes != null) {
      writer.nameHashes(hashes);
    }
    return writer.bytes.toByteArray();
  }

  private void header(DeleteRecord delete) {
    var header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put(VERSION).putShort(delete.explicitTags() ? EXPLICIT_TAGS : 0);
    header.putInt(delete.filters().size() + (delete.nameHashes() == null ? 0 : 1));
    header.putLong(delete.range().startMillis()).putLong(delete.range().endMillis());
    bytes.writeBytes(header.array());
    text(delete.metric());
  }

  private void filter(TagFilter filter) {
    switch (filter) {
      case TagFilter.LiteralOr literal -> {
        int negated = literal.negated() ? NEGATED : 0;
        begin(VALUES, negated | (literal.ignoreCase() ? IGNORE_CASE : 0), literal.key());
        number(literal.values().size());
        literal.values().forEach(this::text);
      }
      case TagFilter.Regexp regexp -> {
        begin(REGEXP, flags(regexp.pattern()), regexp.key());
        text(regexp.pattern().pattern());
      }
      case TagFilter.AnyValue any -> begin(ANY_VALUE, 0, any.key());
      case TagFilter.NotKey not -> begin(NOT_KEY, 0, not.key());
    }
  }

  private void nameHashes(Set<Long> hashes) {
    begin(NAME_HASHES, 0, "");
    number(hashes.size());
    var eight = ByteBuffer.allocate(hashes.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    hashes.stream().sorted().forEach(eight::putLong);
    bytes.writeBytes(eight.array());
  }

  private static int flags(Pattern pattern) {
    int flags = pattern.flags();
    if ((flags & ~(Pattern.CASE_INSENSITIVE | Pattern.DOTALL)) != 0) {
      throw new IllegalArgumentException(
          "cannot write regular expression '%s': has options %d, a delete supports only %d and %d"
              .formatted(pattern, flags, Pattern.CASE_INSENSITIVE, Pattern.DOTALL));
    }
    return ((flags & Pattern.CASE_INSENSITIVE) == 0 ? 0 : IGNORE_CASE)
        | ((flags & Pattern.DOTALL) == 0 ? 0 : DOT_ALL);
  }

  private void begin(byte type, int flags, String key) {
    bytes.write(type);
    bytes.write(flags);
    text(key);
  }

  private void text(String text) {
    byte[] stored = NameText.bytes(text);
    number(stored.length);
    bytes.writeBytes(stored);
  }

  private void number(int number) {
    var four = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.writeBytes(four.putInt(number).array());
  }
}
