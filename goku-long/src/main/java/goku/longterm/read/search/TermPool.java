package goku.longterm.read.search;

import goku.model.NameHash;
import goku.model.NameText;
import goku.model.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The pairs `key=value` of a selection, each with one number for all buckets. Texts lie in one
/// array. Filled by one thread; any thread may read once published.
public final class TermPool {
  private static final byte[] NO_KEY = {};

  private byte[] texts = new byte[1 << 10];
  private int[] ends = new int[64];
  private int[] keys = new int[64];
  private int size;

  /// The numbers plus one by hash, with open addressing, at most half full.
  private int[] table = new int[256];

  private final List<byte[]> keyTexts = new ArrayList<>();
  private byte[] lastKey = NO_KEY;
  private int lastKeyNumber = -1;

  int size() {
    return size;
  }

  /// Returns the number of a pair in UTF-8.
  int intern(byte[] bytes, int offset, int length) {
    long hash = NameHash.of(bytes, offset, length);
    int mask = table.length - 1;
    int i = (int) hash & mask;
    while (table[i] != 0) {
      int found = table[i] - 1;
      if (Arrays.equals(texts, start(found), ends[found], bytes, offset, offset + length)) {
        return found;
      }
      i = (i + 1) & mask;
    }
    add(bytes, offset, length);
    table[i] = size;
    if (size * 2 > table.length) {
      rehash();
    }
    return size - 1;
  }

  /// Returns the number of the key of a pair.
  public int keyOf(int number) {
    return keys[number];
  }

  public Tag tag(int number) {
    int start = start(number);
    int keyLength = keyTexts.get(keys[number]).length;
    int value = start + keyLength + 1;
    return new Tag(
        NameText.text(texts, start, keyLength), NameText.text(texts, value, ends[number] - value));
  }

  private void add(byte[] bytes, int offset, int length) {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
      keys = Arrays.copyOf(keys, size * 2);
    }
    int start = start(size);
    int end = Math.addExact(start, length);
    if (end > texts.length) {
      texts = Arrays.copyOf(texts, (int) Math.max(end, Math.min(2L * texts.length, 1 << 30)));
    }
    System.arraycopy(bytes, offset, texts, start, length);
    ends[size] = end;
    keys[size] = keyNumber(bytes, offset, length);
    size++;
  }

  /// Returns the number of the pair's key. Pairs come in order, so mostly it is the previous key.
  private int keyNumber(byte[] bytes, int offset, int length) {
    int equals = offset;
    while (equals < offset + length - 1 && bytes[equals] != '=') {
      equals++;
    }
    if (lastKeyNumber < 0 || !Arrays.equals(lastKey, 0, lastKey.length, bytes, offset, equals)) {
      lastKey = Arrays.copyOfRange(bytes, offset, equals);
      lastKeyNumber = 0;
      while (lastKeyNumber < keyTexts.size()
          && !Arrays.equals(keyTexts.get(lastKeyNumber), lastKey)) {
        lastKeyNumber++;
      }
      if (lastKeyNumber == keyTexts.size()) {
        keyTexts.add(lastKey);
      }
    }
    return lastKeyNumber;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int number = 0; number < size; number++) {
      int start = start(number);
      int i = (int) NameHash.of(texts, start, ends[number] - start) & mask;
      while (table[i] != 0) {
        i = (i + 1) & mask;
      }
      table[i] = number + 1;
    }
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }
}
