package goku.root.admission;

import io.github.bucket4j.Bucket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// The buckets of the clients that sent queries recently, or of the metrics that were queried. A
/// bucket that is full again is dropped, which changes no decision. At the size limit, the bucket
/// idle for the longest time is dropped and starts full the next time. Then only the rate of all
/// clients limits these clients. Thread-safe.
final class TokenBuckets {
  private final RateLimit limit;
  private final RefillRate rate;
  private final int max;

  /// Buckets in access order, least recently used first. Guarded by this.
  private final Map<String, Holder> holders = new LinkedHashMap<>(16, 0.75f, true);

  private static final class Holder {
    final Bucket bucket;
    long lastNanos;

    Holder(Bucket bucket) {
      this.bucket = bucket;
    }
  }

  TokenBuckets(RateLimit limit, int max) {
    this.limit = limit;
    this.rate = limit.rate();
    this.max = max;
  }

  /// Takes one token from the bucket of the name and returns the bucket.
  ///
  /// @param whose the start of the error text, see `RateLimit.take`
  Bucket take(String name, String whose, AdmissionMetrics metrics) {
    Bucket bucket = of(name);
    limit.take(bucket, whose, metrics);
    return bucket;
  }

  synchronized Bucket of(String name) {
    long now = rate.nanoTime().getAsLong();
    Holder holder = holders.get(name);
    if (holder == null) {
      forgetIdle(now);
      holder = new Holder(rate.bucket());
      holders.put(name, holder);
    }
    holder.lastNanos = now;
    return holder.bucket;
  }

  synchronized int size() {
    return holders.size();
  }

  private void forgetIdle(long now) {
    Iterator<Holder> eldest = holders.values().iterator();
    while (eldest.hasNext()) {
      Holder holder = eldest.next();
      boolean full = now - holder.lastNanos >= rate.burst().toNanos();
      if (!full && holders.size() < max) {
        return;
      }
      eldest.remove();
    }
  }
}
