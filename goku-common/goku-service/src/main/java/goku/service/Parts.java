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

/// The parts of a process. They are closed in the reverse order of their opening: first no client
/// can write or query, then outstanding work is finished, then the parts it needs are closed.
///
/// One thread opens and closes. Any thread may call `checks`.
public final class Parts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<Supplier<Check>> checks = new CopyOnWriteArrayList<>();

  /// Registers a part, which is closed with the process.
  public <T extends AutoCloseable> T opened(T part) {
    opened.push(part);
    return part;
  }

  /// Starts a service and adds it to the health of the process. The service is closed with the
  /// process, even if its start fails.
  public <S extends Service> S started(S service) {
    opened(service).start();
    checked(service::check);
    return service;
  }

  /// Adds a check to the health of the process.
  public void checked(Supplier<Check> check) {
    checks.add(check);
  }

  /// Adds a check to the health of the process until it has succeeded once.
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

  /// Returns the results of all checks, in the order of their start.
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
        LOG.warn("part did not stop in order part={}", part.getClass().getSimpleName(), e);
      }
    }
  }
}
