package goku.compactor;

import goku.compactor.plan.Inventory;
import goku.compactor.plan.Plan;
import goku.compactor.plan.Removal;
import goku.compactor.transfer.Storage;
import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.TruncatedException;
import goku.model.Disk;
import goku.model.Namespace;
import goku.tier.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The retention of a namespace, whose changes that remove data wait for a grace period. Owned by
/// one thread.
final class RetentionChange {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionChange.class);

  /// A change that waits.
  ///
  /// @param at time when it takes effect
  /// @param withheld the data that it would remove now
  record Waiting(String namespace, Instant at, Inventory.Amount withheld) {}

  private final Storage storage;
  private final Duration grace;
  private Optional<Retention> stored = Optional.empty();
  private Optional<Waiting> waiting = Optional.empty();

  RetentionChange(Storage storage, Duration grace) {
    this.storage = storage;
    this.grace = grace;
  }

  /// Reads the retention in force, and stores it if it has changed or is damaged.
  ///
  /// @param store whether this compactor works for the namespace
  /// @throws FormatException when another version wrote the object, or when it is damaged and this
  ///   compactor may not write: it is then unknown what may go
  void update(Namespace namespace, Instant now, boolean store) {
    Disk disk = namespace.disk().orElseThrow();
    Optional<Retention> inS3 = read(store);
    Retention next = Retention.next(inS3.or(() -> stored), disk, grace, now);
    if (store && !inS3.equals(Optional.of(next))) {
      storage.put(Retention.KEY, next.toBytes());
    }
    stored = Optional.of(next);
  }

  /// Returns the retention in S3; empty if there is none or a damaged one. Nobody else has a copy
  /// of it, and GokuL loads and drops nothing until it is written again.
  private Optional<Retention> read(boolean store) {
    String key = storage.uri(Retention.KEY);
    try {
      return storage.get(Retention.KEY).map(json -> Retention.parse(json, key));
    } catch (CorruptException | TruncatedException | NotOursException damaged) {
      if (!store) {
        throw damaged;
      }
      LOG.error(
          "retention damaged, written again object={} from={}",
          key,
          stored.isPresent() ? "memory" : "the namespaces file: a change that waited takes effect",
          damaged);
      return Optional.empty();
    }
  }

  /// Returns the plan under the retention in force, with the removals that the namespaces file
  /// permits too.
  Plan plan(Inventory inventory, Namespace namespace, Instant now) {
    Plan wanted = Plan.of(inventory, namespace, now);
    Optional<Namespace> inForce =
        stored.filter(Retention::waits).map(state -> inForce(state, namespace));
    if (inForce.isEmpty()) {
      end(namespace);
      return wanted;
    }
    Plan plan = Plan.of(inventory, inForce.get(), now);
    Set<List<String>> permitted = keys(plan.removals());
    Set<List<String>> both = keys(wanted.removals());
    both.retainAll(permitted);
    List<Removal> withheld =
        wanted.removals().stream().filter(one -> !permitted.contains(one.keys())).toList();
    announce(namespace, inventory.amount(withheld));
    return new Plan(
        plan.jobs(), plan.removals().stream().filter(one -> both.contains(one.keys())).toList());
  }

  /// Returns the change that waits; empty if there is none.
  Optional<Waiting> waiting() {
    return waiting;
  }

  private static Set<List<String>> keys(List<Removal> removals) {
    return removals.stream().map(Removal::keys).collect(Collectors.toSet());
  }

  private static Namespace inForce(Retention state, Namespace namespace) {
    return namespace.withDisk(state.inForce(namespace.disk().orElseThrow()));
  }

  private void announce(Namespace namespace, Inventory.Amount amount) {
    Instant at = Instant.ofEpochMilli(stored.orElseThrow().sinceMillis()).plus(grace);
    Optional<Waiting> now = Optional.of(new Waiting(namespace.name(), at, amount));
    if (!now.equals(waiting)) {
      LOG.warn(
          "retention change waits, it will remove data namespace={} at={} buckets={} bytes={}"
              + " datapoints={} oldest={}; restore the times in the namespaces file to withdraw it",
          namespace.name(),
          at,
          amount.buckets(),
          amount.bytes(),
          amount.points(),
          amount.oldest().map(Instant::toString).orElse("none"));
    }
    waiting = now;
  }

  private void end(Namespace namespace) {
    if (waiting.isPresent()) {
      LOG.info("retention change ended namespace={}", namespace.name());
      waiting = Optional.empty();
    }
  }
}
