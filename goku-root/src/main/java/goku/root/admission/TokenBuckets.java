package goku.root.admission;

import io.github.bucket4j.Bucket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// The bucket of each client that asked of late, or of each metric that was asked for. One whose
/// bucket is full again is forgotten, which changes nothing for it. When there are too many in that
/// time, the one that was silent for the longest is forgotten, and begins anew with a full bucket:
/// then only the rate of all clients holds them. Thread-safe.
final class TokenBuckets {
  private final RateLimit limit;
  private final RefillRate rate;
  private final int max;

  /// The one that was silent for the longest first. Guarded by this.
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

  /// Takes one query out of the bucket of the name, and returns that.
  ///
  /// @param whose as `RateLimit.take` wants it
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
