package goku.namespace;

import goku.config.ConfigProblems;
import goku.config.NamespacesFile;
import goku.config.Problem;
import goku.model.Live;
import goku.model.Namespaces;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The namespaces in force in this process. An offered text takes force completely or not at all. A
/// rejected text is counted as `goku.namespaces.refused`, logged with all its problems, and kept
/// for the status page. The current text then stays in force.
///
/// `goku.namespaces.version` is the first 48 bits of the version as a number, equal in all
/// processes with the same text. Thread-safe.
public final class FollowedNamespaces {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedNamespaces.class);

  /// The digits that a `double` represents exactly.
  private static final int VERSION_DIGITS = 12;

  /// The state of the namespaces.
  ///
  /// @param since when the text took force in this process
  /// @param refused the last rejected text, until its source offers a valid one or a change takes
  ///   force
  public record State(
      NamespacesText text, String source, Instant since, Optional<Refusal> refused) {}

  private final Live<Namespaces> live;
  private final InstantSource clock;
  private final Counter refusals;
  private final Counter changes;
  private @Nullable Consumer<State> observer;
  private boolean provisional;
  private volatile State state;

  private FollowedNamespaces(
      NamespacesText first,
      String source,
      boolean provisional,
      MeterRegistry registry,
      InstantSource clock) {
    this.live = new Live<>(first.namespaces());
    this.clock = clock;
    this.refusals = registry.counter("goku.namespaces.refused");
    this.changes = registry.counter("goku.namespaces.changes");
    this.provisional = provisional;
    this.state = new State(first, source, clock.instant(), Optional.empty());
    registry.gauge("goku.namespaces.version", this, FollowedNamespaces::versionNumber);
  }

  /// Creates the namespaces from a text that is in force.
  public static FollowedNamespaces of(
      NamespacesText first, String source, MeterRegistry registry, InstantSource clock) {
    return new FollowedNamespaces(first, source, false, registry, clock);
  }

  /// Creates the namespaces from a text that may be in force. Any other text may follow it, once.
  public static FollowedNamespaces provisional(
      NamespacesText first, String source, MeterRegistry registry, InstantSource clock) {
    return new FollowedNamespaces(first, source, true, registry, clock);
  }

  /// Returns the live value that services follow.
  public Live<Namespaces> live() {
    return live;
  }

  public State state() {
    return state;
  }

  /// Calls the observer now and at every change of the state. The observer must not throw. Only one
  /// is allowed.
  public synchronized void observe(Consumer<State> one) {
    observer = one;
    one.accept(state);
  }

  /// Offers a text by its bytes.
  public void offer(byte[] content, String source) {
    try {
      offer(NamespacesFile.text(content, source), source);
    } catch (ConfigProblems wrong) {
      refuse(source, "", wrong.problems());
    }
  }

  /// Puts the text in force if it is valid and may follow the current one.
  ///
  /// @param source the origin of the text, for messages
  public synchronized void offer(String yaml, String source) {
    try {
      var next = NamespacesText.of(yaml, source);
      boolean same = next.version().equals(state.text().version());
      if (!same && !provisional) {
        List<Problem> problems =
            NamespacesChange.problems(live.current(), next.namespaces(), source);
        if (!problems.isEmpty()) {
          refuse(source, next.version(), problems);
          return;
        }
      }
      provisional = false;
      accept(same ? state.text() : next, source, same);
    } catch (ConfigProblems wrong) {
      refuse(source, NamespacesText.version(yaml), wrong.problems());
    }
  }

  private void accept(NamespacesText text, String source, boolean same) {
    if (!same) {
      changes.increment();
      LOG.info("namespaces in force source={} version={}", source, text.version());
      live.replace(text.namespaces());
    }
    // a source's rejected text is not corrected by another source that has the current text
    Optional<Refusal> refused =
        state.refused().filter(refusal -> same && !refusal.source().equals(source));
    become(
        new State(
            text, same ? state.source() : source, same ? state.since() : clock.instant(), refused));
  }

  /// Records a text that cannot take force.
  ///
  /// @param version the version of the text; empty if it could not be read
  public synchronized void refuse(String source, String version, List<Problem> problems) {
    refusals.increment();
    LOG.error(
        "namespaces rejected source={} stays={}:{}",
        source,
        state.text().version(),
        problems.stream().map(problem -> "\n  " + problem).collect(Collectors.joining()));
    var refusal = new Refusal(clock.instant(), source, version, problems);
    become(new State(state.text(), state.source(), state.since(), Optional.of(refusal)));
  }

  private void become(State next) {
    state = next;
    if (observer != null) {
      observer.accept(next);
    }
  }

  private double versionNumber() {
    return Long.parseLong(state.text().version().substring(0, VERSION_DIGITS), 16);
  }
}
