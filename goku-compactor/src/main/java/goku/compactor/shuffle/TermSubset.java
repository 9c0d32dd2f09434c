package goku.compactor.shuffle;

import goku.format.bucket.BucketFile;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.RandomAccess;

/// The subset of a bucket file's terms that a shard has, renumbered in the same order. Takes about
/// a fifth of a byte for each term of the file. Owned by one thread.
final class TermSubset {
  private final BitSet used;
  private final int metrics;
  private long[] words = {};

  /// The number of used terms before each word.
  private int[] ranks = {};

  private int firstPair;

  /// @param metrics number of metrics in the file
  TermSubset(int terms, int metrics) {
    used = new BitSet(terms);
    this.metrics = metrics;
  }

  /// Adds the terms of a series.
  void use(int[] terms, int count) {
    for (int i = 0; i < count; i++) {
      used.set(terms[i]);
    }
  }

  /// Numbers the terms. Must be called after the last `use` and before any lookup.
  void number() {
    words = used.toLongArray();
    ranks = new int[words.length];
    for (int word = 1; word < words.length; word++) {
      ranks[word] = ranks[word - 1] + Long.bitCount(words[word - 1]);
    }
    firstPair = used.get(0, metrics).cardinality();
  }

  boolean isEmpty() {
    return words.length == 0;
  }

  /// Returns the number of a used term.
  int number(int term) {
    int word = term >>> 6;
    return ranks[word] + Long.bitCount(words[word] & ((1L << term) - 1));
  }

  List<byte[]> metrics(BucketFile file) {
    return texts(file).subList(0, firstPair);
  }

  List<byte[]> pairs(BucketFile file) {
    List<byte[]> all = texts(file);
    return all.subList(firstPair, all.size());
  }

  /// Returns a list that reads each text on access.
  private List<byte[]> texts(BucketFile file) {
    return new Texts(file, used.stream().toArray());
  }

  private static final class Texts extends AbstractList<byte[]> implements RandomAccess {
    private final BucketFile file;
    private final int[] terms;

    Texts(BucketFile file, int[] terms) {
      this.file = file;
      this.terms = terms;
    }

    @Override
    public byte[] get(int index) {
      return file.term(terms[index]);
    }

    @Override
    public int size() {
      return terms.length;
    }
  }
}
