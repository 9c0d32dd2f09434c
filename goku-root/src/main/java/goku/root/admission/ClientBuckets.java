package goku.root.admission;

import io.github.bucket4j.Bucket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// The bucket of each client that asked of late. A client whose bucket is full again is forgotten,
/// which changes nothing for it. When too many clients come in that time, the one that was silent
/// for the longest is forgotten, and begins anew with a full bucket: then only the rate of all
/// clients holds them. Thread-safe.
final class ClientBuckets {
  private final Rate rate;
  private final int maxClients;

  /// The one that was silent for the longest first. Guarded by this.
  private final Map<String, Client> clients = new LinkedHashMap<>(16, 0.75f, true);

  private static final class Client {
    final Bucket bucket;
    long lastNanos;

    Client(Bucket bucket) {
      this.bucket = bucket;
    }
  }

  ClientBuckets(Rate rate, int maxClients) {
    this.rate = rate;
    this.maxClients = maxClients;
  }

  synchronized Bucket of(String name) {
    long now = rate.nanoTime().getAsLong();
    Client client = clients.get(name);
    if (client == null) {
      forgetIdle(now);
      client = new Client(rate.bucket());
      clients.put(name, client);
    }
    client.lastNanos = now;
    return client.bucket;
  }

  synchronized int size() {
    return clients.size();
  }

  private void forgetIdle(long now) {
    Iterator<Client> eldest = clients.values().iterator();
    while (eldest.hasNext()) {
      Client client = eldest.next();
      boolean full = now - client.lastNanos >= rate.burst().toNanos();
      if (!full && clients.size() < maxClients) {
        return;
      }
      eldest.remove();
    }
  }
}
