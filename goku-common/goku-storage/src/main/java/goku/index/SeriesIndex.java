package goku.index;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.model.NameKind;
import goku.model.NameText;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The forward and inverted index of a shard. One thread writes (`find`, `add`, `evict`, `close`).
/// Query threads may call `search`, `knows` and `suggest` at any time. They hold a pin of the
/// reclaimer from before the call until they no longer use the slots and terms. The package comment
/// describes publication.
///
/// Series are identified by 128 bits: the hash of the name that the batch carries, which is always
/// the same, and a fingerprint by another function with a random key of this process. Comparing the
/// bytes with those of a dozen scattered terms would cost more than the rest of an append. If
/// somebody chooses names with equal hashes, their fingerprints still differ. Two series out of
/// 10^9 share both by chance with a probability of 10^-21.
public final class SeriesIndex {
  public static final int NONE = -1;
  public static final int NO_MEMORY = -2;
  public static final int BAD_NAME = -3;

  private static final int MIN_NEW = 2048;

  /// The largest number of new series. A query scans them in about a millisecond.
  private static final int MAX_NEW = 16384;

  private final Hasher64 fingerprint = Hashing.komihash5_0(new SecureRandom().nextLong());
  private final MemoryUse use;
  private final Reclaimer reclaimer;
  private final TermDictionary terms;
  private final SeriesTable series;
  private final HashTable slots;
  private final Postings postings;
  private final Cardinality cardinality;
  private final FreeNumbers freeSlots = new FreeNumbers(0);
  private final NameTerms name;
  private final SlotMatch slotMatch = new SlotMatch();

  /// The slot that the writer looked up last. An agent always sends its series in the same order,
  /// so the next slot is the likeliest one to be looked up next, and its record is already in the
  /// cache.
  private int lastFound = NONE;

  /// Number of live series. Written by the writer, read by gauges.
  private volatile int liveSeries;

  /// The newest series. Replaced once its series are in the postings.
  private volatile NewSeries newSeries = new NewSeries(MIN_NEW);

  /// Creates an index without limits.
  public SeriesIndex(Blocks blocks, MemoryUse use, Reclaimer reclaimer) {
    this(blocks, use, reclaimer, IndexLimits.NONE);
  }

  public SeriesIndex(Blocks blocks, MemoryUse use, Reclaimer reclaimer, IndexLimits limits) {
    this.use = use;
    this.reclaimer = reclaimer;
    terms = new TermDictionary(blocks, use, reclaimer);
    name = new NameTerms(terms);
    series = new SeriesTable(blocks);
    slots = new HashTable(use, series::hash);
    postings = new Postings(use);
    cardinality = new Cardinality(this, limits);
  }

  /// Returns the slot of the series with this canonical name, or `NONE`.
  public int find(long hash, byte[] bytes, int offset, int length) {
    return find(hash, fingerprintOf(bytes, offset, length));
  }

  /// Returns the slot of the series with these fingerprints of the metric and of the tags, or
  /// `NONE`.
  public int find(long hash, long metricPrint, long tagsPrint) {
    return find(hash, fingerprint.hashLongLongToLong(metricPrint, tagsPrint));
  }

  private int find(long hash, long print) {
    int next = lastFound + 1;
    if (series.isLive(next, hash, print)) {
      lastFound = next;
      return next;
    }
    slotMatch.hash = hash;
    slotMatch.fingerprint = print;
    int slot = slots.find(hash, slotMatch);
    if (slot != NONE) {
      lastFound = slot;
    }
    return slot;
  }

  /// Returns the fingerprint of the metric of a canonical name, or of the rest from the blank after
  /// the metric on. Neighbours in a batch share one or the other.
  public long fingerprintOfPart(byte[] bytes, int offset, int length) {
    return fingerprint.hashBytesToLong(bytes, offset, length);
  }

  /// Adds a series that `find` did not find and returns its slot, or `NO_MEMORY` or `BAD_NAME` if
  /// the series is rejected.
  public int add(long hash, byte[] bytes, int offset, int length) {
    if (!name.parse(bytes, offset, length)) {
      return BAD_NAME;
    }
    if (use.heapIsFull()) {
      return NO_MEMORY;
    }
    int metric = name.findOrAddMetric(bytes, offset);
    if (metric == TermDictionary.NONE) {
      return NO_MEMORY;
    }
    if (!name.acquire(bytes, offset, length)) {
      return NO_MEMORY;
    }
    long print = fingerprintOf(bytes, offset, length);
    int slot = insert(hash, print, metric, name.tags(), name.tagCount());
    if (slot < 0) {
      name.release();
      return slot;
    }
    newSeries.add(slot);
    cardinality.added(metric, terms.uses(metric)); // after a search finds the series
    if (newSeries.isFull()) {
      mergeNewSeries();
    }
    return slot;
  }

  /// Adds a series whose name and terms are known and returns its slot. Searches find it only after
  /// `publish`.
  int addLoaded(long hash, byte[] bytes, int length, int metric, int[] pairs, int count) {
    if (use.heapIsFull()) {
      return NO_MEMORY;
    }
    int slot = insert(hash, fingerprintOf(bytes, 0, length), metric, pairs, count);
    if (slot >= 0) {
      terms.use(metric);
      for (int n = 0; n < count; n++) {
        terms.use(pairs[n]);
      }
    }
    return slot;
  }

  /// Adds loaded series to the postings.
  ///
  /// @param loaded slots, ascending
  void publish(int[] loaded) {
    postings.add(new TermSlots(series, loaded));
  }

  int find(long hash, HashTable.Match match) {
    return slots.find(hash, match);
  }

  /// Moves the newest series to the postings, so that searches need not test them one by one.
  /// Called when the writer has time. `add` does the same when there are too many.
  public void settle() {
    if (newSeries.count() > 0) {
      mergeNewSeries();
    }
  }

  /// Returns the slots in `[from, to)` of series without data in the bucket or a later one.
  public int[] idle(int from, int to, int beforeBucket) {
    int[] idle = new int[Math.max(0, Math.min(to, slotLimit()) - from)];
    int count = 0;
    for (int slot = from; slot < Math.min(to, slotLimit()); slot++) {
      if (series.lastBucket(slot) < beforeBucket) {
        idle[count++] = slot;
      }
    }
    return Arrays.copyOf(idle, count);
  }

  /// Removes the series of these slots, given ascending. A slot is reused once no reader can refer
  /// to it.
  public void evict(int[] evicted) {
    if (evicted.length == 0) {
      return;
    }
    settle();
    name.forget();
    for (int slot : evicted) {
      slots.remove(series.hash(slot), slot);
      series.setFree(slot);
    }
    setSize(size() - evicted.length);
    postings.remove(new TermSlots(series, evicted));
    var tags = new SlotTags(series);
    for (int slot : evicted) {
      terms.release(series.metric(slot));
      tags.read(slot);
      for (int n = 0; n < tags.count(); n++) {
        terms.release(tags.term(n));
      }
    }
    reclaimer.retire(() -> giveBack(evicted));
  }

  /// Returns a loader that fills the index from files.
  public IndexLoader loader() {
    return new IndexLoader(this);
  }

  /// Returns the slots of the matching series, unordered.
  public int[] search(SeriesFilter filter) {
    return search(filter, IndexSearch.FEW_SERIES);
  }

  /// @param few the largest number of series with one condition that are tested one by one for the
  ///   others
  int[] search(SeriesFilter filter, int few) {
    NewSeries recent = newSeries;
    int count = recent.count();
    var search = new IndexSearch(terms, series, postings, filter, few);
    Set<Long> hashes = filter.nameHashes();
    return hashes == null ? search.run(recent, count) : search.run(slots, hashes);
  }

  /// Returns the largest number of series that a search may have to test one by one, or unpack.
  public int mostSeries(SeriesFilter filter) {
    var search = new IndexSearch(terms, series, postings, filter, IndexSearch.FEW_SERIES);
    return Math.max(search.most(), newSeries.count());
  }

  public boolean knows(NameKind kind, String name) {
    return switch (kind) {
      case METRIC -> terms.find(TermKind.METRIC, name) != TermDictionary.NONE;
      case TAG_KEY -> terms.find(TermKind.KEY, name) != TermDictionary.NONE;
      case TAG_VALUE -> terms.knowsValue(name);
    };
  }

  /// Returns names that begin with the prefix, in byte order.
  public List<String> suggest(NameKind kind, String prefix, int max) {
    return new Suggestions(terms, NameText.bytes(prefix), max)
        .collect(kind).stream().map(NameText::text).toList();
  }

  public TermDictionary terms() {
    return terms;
  }

  public SeriesTable series() {
    return series;
  }

  public Cardinality cardinality() {
    return cardinality;
  }

  /// Returns the number of series in the index.
  public int size() {
    return liveSeries;
  }

  /// Returns a slot number above all slots handed out so far.
  public int slotLimit() {
    return freeSlots.limit();
  }

  /// Subtracts the heap memory from the accounts. The blocks belong to the caller.
  public void close() {
    terms.close();
    slots.close();
    postings.close();
  }

  /// Publishes the postings first and the emptied list afterwards, as `search` reads in reverse
  /// order.
  private void mergeNewSeries() {
    NewSeries recent = newSeries;
    postings.add(new TermSlots(series, recent.sorted()));
    newSeries = new NewSeries(Math.clamp(liveSeries / 32, MIN_NEW, MAX_NEW));
  }

  /// Inserts the record and returns its slot, or `NO_MEMORY`.
  private int insert(long hash, long print, int metric, int[] pairs, int count) {
    int slot = freeSlots.take();
    if (!series.add(slot, hash, print, metric, pairs, count)) {
      freeSlots.giveBack(slot);
      return NO_MEMORY;
    }
    slots.add(hash, slot);
    setSize(size() + 1);
    return slot;
  }

  private long fingerprintOf(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int tags = SeriesName.endOfMetric(bytes, offset, end);
    return fingerprint.hashLongLongToLong(
        fingerprintOfPart(bytes, offset, tags - offset),
        fingerprintOfPart(bytes, tags, end - tags));
  }

  private void setSize(int size) {
    liveSeries = size;
  }

  private void giveBack(int[] evicted) {
    for (int slot : evicted) {
      series.free(slot);
      freeSlots.giveBack(slot);
    }
  }

  /// The match object of the writer, reused so that a look-up allocates nothing.
  private final class SlotMatch implements HashTable.Match {
    private long hash;
    private long fingerprint;

    @Override
    public boolean test(int slot) {
      return series.is(slot, hash, fingerprint);
    }
  }
}
