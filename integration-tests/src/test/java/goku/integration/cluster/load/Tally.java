package goku.integration.cluster.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All verdicts, counted by stages of a test, with the evidence of those that are not right.
/// Thread-safe.
public final class Tally {
  private static final int EVIDENCE_OF_A_KIND = 20;
  private static final int LONGEST_ANSWER = 4000;

  private final Map<String, Counts> stages = new LinkedHashMap<>();
  private final Map<Verdict.Kind, List<String>> evidence = new EnumMap<>(Verdict.Kind.class);
  private final List<String> events = new ArrayList<>();
  private String stage = "start";

  /// Counts later verdicts for this stage.
  public synchronized void begin(String stage) {
    this.stage = stage;
    stages.putIfAbsent(stage, new Counts());
    event("begin of " + stage);
  }

  /// Enters what happened to the cluster, so that evidence can be told from its time.
  public synchronized void event(String what) {
    events.add(Instant.now() + " " + what);
  }

  public synchronized int right(String stage) {
    return of(stage, Verdict.Kind.RIGHT);
  }

  public synchronized int marked(String stage) {
    return of(stage, Verdict.Kind.MARKED);
  }

  public synchronized int failed(String stage) {
    return of(stage, Verdict.Kind.FAILED);
  }

  public synchronized int wrong(String stage) {
    return of(stage, Verdict.Kind.WRONG);
  }

  /// Returns the number of wrong answers in all stages.
  public synchronized int wrong() {
    return stages.values().stream().mapToInt(counts -> counts.of(Verdict.Kind.WRONG)).sum();
  }

  private int of(String stage, Verdict.Kind kind) {
    return stages.getOrDefault(stage, new Counts()).of(kind);
  }

  synchronized void add(Question question, Verdict verdict, Roots.Reply reply) {
    stages.computeIfAbsent(stage, name -> new Counts()).add(verdict.kind(), reply);
    if (verdict.kind() == Verdict.Kind.RIGHT) {
      return;
    }
    List<String> some = evidence.computeIfAbsent(verdict.kind(), kind -> new ArrayList<>());
    if (some.size() < EVIDENCE_OF_A_KIND) {
      some.add(
          "%s %s, in %s, after %d ms and %d attempts, %s%s%n  %s%n  partial: %s%n  answer %d: %s%n"
              .formatted(
                  Instant.now(),
                  verdict.kind(),
                  stage,
                  reply.millis(),
                  reply.attempts(),
                  reply.root(),
                  question.pathAndQuery(),
                  cut(verdict.reason()),
                  reply.partial(),
                  reply.status(),
                  cut(reply.body())));
    }
  }

  /// Returns a report of everything.
  public synchronized String report() {
    var text = new StringBuilder();
    stages.forEach((name, counts) -> text.append(name + ": " + counts + "\n"));
    text.append("\n");
    events.forEach(event -> text.append(event + "\n"));
    evidence.forEach(
        (kind, some) -> {
          text.append("\n%s, the first %d:\n".formatted(kind, some.size()));
          some.forEach(text::append);
        });
    return text.toString();
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_ANSWER ? text : text.substring(0, LONGEST_ANSWER) + " …";
  }
}
