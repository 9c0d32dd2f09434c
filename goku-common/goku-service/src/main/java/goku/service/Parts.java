package goku.service;

import goku.telemetry.Check;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a process is made of. Closed in the reverse of the order in which it was opened: first
/// nobody can write or ask, then what is in hand is done, then what that needs goes.
///
/// One thread opens and closes; `checks` may be called by any.
public final class Parts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<Supplier<Check>> checks = new CopyOnWriteArrayList<>();

  /// Will be closed with the process.
  public <T extends AutoCloseable> T opened(T part) {
    opened.push(part);
    return part;
  }

  /// Starts a service, which will be closed with the process, also when the start fails, and counts
  /// for its health.
  public <S extends Service> S started(S service) {
    opened(service).start();
    checked(service::check);
    return service;
  }

  /// Something else that counts for the health of the process.
  public void checked(Supplier<Check> check) {
    checks.add(check);
  }

  /// Something that counts for the health of the process until it has been well once.
  public void checkedOnce(Supplier<Check> check) {
    var first = new AtomicReference<@Nullable Check>();
    checked(
        () -> {
          Check known = first.get();
          if (known != null) {
            return known;
          }
          Check now = check.get();
          if (now.ok()) {
            first.set(now);
          }
          return now;
        });
  }

  /// How the parts are, in the order of their start.
  public List<Check> checks() {
    return checks.stream().map(Supplier::get).toList();
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not stop in order", part.getClass().getSimpleName(), e);
      }
    }
  }
}
