package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;
import goku.http.access.Caller;
import goku.http.access.Quotas;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.HistogramLine;
import goku.ingest.parse.LineParser;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.ingest.parse.RollupLine;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.Intake;
import goku.ingest.routing.NoTopicException;
import org.jspecify.annotations.Nullable;

/// A connection that speaks OpenTSDB's telnet protocol. A valid `put`, `rollup` or `histogram` has
/// no answer, an invalid one is answered by a line. Gathered datapoints go to Kafka when a batch is
/// full or has lingered. A line also reports datapoints that Kafka does not acknowledge. Invalid
/// lines are counted, but not copied to the rejected topic, because the client knows of them.
final class TelnetHandler implements LineHandler {
  private interface Parser {
    @Nullable Rejection parse(byte[] line, int offset, int length, Datapoint into);
  }

  /// A command that stores values, with the datapoint into which its lines are parsed.
  private record Store(String name, PutKind kind, Parser parser, Datapoint into) {}

  private final TelnetCommands commands;
  private final Store put;
  private final Store rollup;
  private final Store histogram;
  private final Delivery delivery;
  private final BatchAccumulator batches;
  private final Intake intake;
  private final IngestMetrics metrics;
  private final Quotas quotas;
  private final PutSettings settings;
  private long gathered;

  TelnetHandler(
      PutSettings settings, Delivery delivery, TelnetCommands commands, IngestMetrics metrics) {
    this.commands = commands;
    this.settings = settings;
    SeriesNameRules rules = settings.rules();
    int most = settings.maxLineBytes();
    this.put = store("put", PutKind.DATAPOINTS, new LineParser(rules, most)::parse);
    this.rollup = store("rollup", PutKind.ROLLUPS, new RollupLine(rules, most)::parse);
    this.histogram =
        store(
            "histogram",
            PutKind.HISTOGRAMS,
            new HistogramLine(rules, most, settings.histogramId())::parse);
    this.delivery = delivery;
    this.batches = settings.batches(delivery);
    this.intake = settings.intake(batches);
    this.metrics = metrics;
    this.quotas = settings.quotas();
  }

  private static Store store(String name, PutKind kind, Parser parser) {
    return new Store(name, kind, parser, new Datapoint());
  }

  @Override
  public void line(byte[] bytes, int offset, int length, Replies replies) {
    int end = offset + length;
    if (end > offset && bytes[end - 1] == '\r') {
      end--;
    }
    if (LineParser.beginsWithPut(bytes, offset, end)) {
      take(put, bytes, offset, end, replies);
    } else if (RollupLine.begins(bytes, offset, end)) {
      takeIfReadable(rollup, bytes, offset, end, replies);
    } else if (HistogramLine.begins(bytes, offset, end)) {
      takeIfReadable(histogram, bytes, offset, end, replies);
    } else {
      commands.answer(new String(bytes, offset, end - offset, UTF_8), replies);
    }
  }

  @Override
  public void tooLong(int limitBytes, Replies replies) {
    metrics.rejected(Reason.LINE_TOO_LONG);
    replies.reply("error: line too long, maximum allowed: " + limitBytes + " bytes");
  }

  /// Parses further lines, if there are any, while Kafka stores the batches sent now. The next
  /// batches wait for these.
  @Override
  public void rest(boolean more, Replies replies) {
    if (more) {
      settle(replies);
      send();
    } else {
      send();
      settle(replies);
    }
  }

  private void send() {
    batches.drain();
    metrics.accepted(gathered);
    gathered = 0;
  }

  private void settle(Replies replies) {
    if (delivery.isSettled()) {
      return;
    }
    Delivery.Outcome outcome = delivery.await();
    if (outcome.lost() > 0) {
      replies.reply(
          "put: storage error: %d datapoints may not be stored, send them again: %s"
              .formatted(outcome.lost(), outcome.cause()));
    }
  }

  /// Stores the value of a line, unless some process cannot read such values yet.
  private void takeIfReadable(Store store, byte[] bytes, int offset, int end, Replies replies) {
    store
        .kind
        .refusal(settings.formats())
        .ifPresentOrElse(
            why -> replies.reply(store.name + ": storage error: " + why),
            () -> take(store, bytes, offset, end, replies));
  }

  private void take(Store store, byte[] bytes, int offset, int end, Replies replies) {
    Caller caller = Caller.current();
    if (quotas.wait(caller).isPositive()) {
      metrics.rejected(Reason.OVER_QUOTA);
      replies.reply(
          "%s: quota exceeded: %s sent more than %d datapoints a second: send it again later"
              .formatted(store.name, caller.name(), quotas.perSecond(caller)));
      return;
    }
    quotas.charge(caller, 1);
    intake.begin();
    Rejection rejection = store.parser.parse(bytes, offset, end - offset, store.into);
    if (rejection == null) {
      quotas.charge(caller, store.into.weight() - 1);
      try {
        rejection = intake.take(store.into);
      } catch (NoTopicException e) {
        metrics.failed(1);
        replies.reply(store.name + ": storage error: " + e.getMessage());
        return;
      }
    }
    if (rejection == null) {
      gathered++;
      return;
    }
    metrics.rejected(rejection.reason());
    String kind = rejection.reason().invalidNumber() ? "invalid value" : "illegal argument";
    replies.reply(store.name + ": " + kind + ": " + rejection.message());
  }
}
