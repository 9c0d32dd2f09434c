package goku.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The forward and the inverted index of a shard. One thread writes (`find`, `add`, `evict`,
/// `close`); query threads `search`, `knows` and `suggest` at any time, holding a pin of the
/// reclaimer from before the call until they have done with the slots and terms. What publishes
/// what is in the package's description.
///
/// Series are told apart by 128 bits: the hash of the name that the batch carries, which is always
/// the same, and a fingerprint by another function with a random key of this process. Comparing the
/// bytes with those of a dozen terms in other places of memory would cost more than all the rest of
/// an append; for names that somebody picked so that their hashes are equal, the fingerprints still
/// differ, and two series out of 10^9 share both by chance with a probability of 10^-21.
public final class SeriesIndex {
  public static final int NONE = -1;
  public static final int NO_MEMORY = -2;
  public static final int BAD_NAME = -3;

  /// The metric has as many series as it may.
  public static final int METRIC_FULL = -4;

  /// The shard has as many series as it may.
  public static final int SHARD_FULL = -5;

  private static final int MIN_NEW = 2048;

  /// A scan of that many new series takes a query about a millisecond.
  private static final int MAX_NEW = 16384;

  private final Hasher64 fingerprint = Hashing.komihash5_0(new SecureRandom().nextLong());
  private final MemoryUse use;
  private final IndexLimits limits;
  private final Reclaimer reclaimer;
  private final TermDictionary terms;
  private final SeriesTable series;
  private final HashTable slots;
  private final Postings postings;
  private final Cardinality cardinality;
  private final FreeNumbers freeSlots = new FreeNumbers(0);
  private final NameTerms name;
  private final SlotMatch slotMatch = new SlotMatch();

  /// The slot that a look-up of the writer found last. An agent sends its series in the order in
  /// which it sent them first, so that the one behind it is the likeliest to be asked for next, and
  /// its record is in the cache already.
  private int lastFound = NONE;

  /// Written by the writer, read by gauges.
  private volatile int liveSeries;

  /// Replaced after its series went into the postings.
  private volatile NewSeries newSeries = new NewSeries(MIN_NEW);

  /// An index without limits.
  public SeriesIndex(Blocks blocks, MemoryUse use, Reclaimer reclaimer) {
    this(blocks, use, reclaimer, IndexLimits.NONE);
  }

  public SeriesIndex(Blocks blocks, MemoryUse use, Reclaimer reclaimer, IndexLimits limits) {
    this.use = use;
    this.limits = limits;
    this.reclaimer = reclaimer;
    terms = new TermDictionary(blocks, use, reclaimer);
    name = new NameTerms(terms);
    series = new SeriesTable(blocks);
    slots = new HashTable(use, series::hash);
    postings = new Postings(use);
    cardinality = new Cardinality(this, limits);
  }

  /// The slot of a series, `NONE` when there is none. The name is canonical.
  public int find(long hash, byte[] bytes, int offset, int length) {
    return find(hash, fingerprintOf(bytes, offset, length));
  }

  /// The slot of a series of which the fingerprints of the metric and of all behind it are known,
  /// `NONE` when there is none.
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

  /// The fingerprint of a metric, or of what stands behind it in a canonical name, from the blank
  /// on: neighbours in a batch share one or the other.
  public long fingerprintOfPart(byte[] bytes, int offset, int length) {
    return fingerprint.hashBytesToLong(bytes, offset, length);
  }

  /// The slot of a new series that `find` did not find; `NO_MEMORY`, `BAD_NAME`, `METRIC_FULL` or
  /// `SHARD_FULL` if it was refused.
  public int add(long hash, byte[] bytes, int offset, int length) {
    if (!name.parse(bytes, offset, length)) {
      return BAD_NAME;
    }
    if (use.heapIsFull()) {
      return NO_MEMORY;
    }
    if (liveSeries >= limits.seriesPerShard()) {
      return SHARD_FULL;
    }
    int metric = name.findOrAddMetric(bytes, offset);
    if (metric == TermDictionary.NONE) {
      return NO_MEMORY;
    }
    if (terms.uses(metric) >= limits.seriesPerMetric()) {
      return METRIC_FULL;
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
    cardinality.added(metric, terms.uses(metric));
    newSeries.add(slot);
    if (newSeries.isFull()) {
      mergeNewSeries();
    }
    return slot;
  }

  /// The slot of a new series whose name and terms are known; it waits for `publish`.
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

  /// Puts series that were loaded into the postings.
  ///
  /// @param loaded ascending
  void publish(int[] loaded) {
    postings.add(new TermSlots(series, loaded));
  }

  int find(long hash, HashTable.Match match) {
    return slots.find(hash, match);
  }

  /// Puts the newest series into the postings, so that searches need not test them one by one.
  /// Called when there is time; `add` does it when there are too many.
  public void settle() {
    if (newSeries.count() > 0) {
      mergeNewSeries();
    }
  }

  /// Slots from `from` to before `to` of series without data in the bucket or a later one.
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

  /// Removes the series of these slots, given ascending. A slot is used again when no reader can
  /// know it any more.
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

  /// For filling the index from files.
  public IndexLoader loader() {
    return new IndexLoader(this);
  }

  /// The slots of the series that match, without an order.
  public int[] search(SeriesFilter filter) {
    return search(filter, IndexSearch.FEW_SERIES);
  }

  /// @param few of so many series or fewer that meet a condition each is tested for the others
  int[] search(SeriesFilter filter, int few) {
    NewSeries recent = newSeries;
    int count = recent.count();
    var search = new IndexSearch(terms, series, postings, filter, few);
    Set<Long> hashes = filter.nameHashes();
    return hashes == null ? search.run(recent, count) : search.run(slots, hashes);
  }

  /// How many series a search may have to test one by one, or unpack.
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

  /// Names that begin with the prefix, in the order of their bytes.
  public List<String> suggest(NameKind kind, String prefix, int max) {
    return new Suggestions(terms, prefix.getBytes(UTF_8), max)
        .collect(kind).stream().map(bytes -> new String(bytes, UTF_8)).toList();
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

  /// Series in the index.
  public int size() {
    return liveSeries;
  }

  /// Above every slot that was ever given out.
  public int slotLimit() {
    return freeSlots.limit();
  }

  /// Takes what is on the heap out of the accounts; the blocks belong to the caller.
  public void close() {
    terms.close();
    slots.close();
    postings.close();
  }

  /// First the postings, then the emptied list: see `search`.
  private void mergeNewSeries() {
    NewSeries recent = newSeries;
    postings.add(new TermSlots(series, recent.sorted()));
    newSeries = new NewSeries(Math.clamp(liveSeries / 32, MIN_NEW, MAX_NEW));
  }

  /// The slot of the new record; `NO_MEMORY` if there is none.
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

  /// The writer's, so that a look-up allocates nothing.
  private final class SlotMatch implements HashTable.Match {
    private long hash;
    private long fingerprint;

    @Override
    public boolean test(int slot) {
      return series.is(slot, hash, fingerprint);
    }
  }
}
