package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;
import goku.http.access.Caller;
import goku.http.access.Quotas;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.LineParser;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.ingest.parse.RollupLine;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.Intake;
import goku.ingest.routing.NoTopicException;

/// A connection that speaks OpenTSDB's telnet protocol. A valid `put` or `rollup` has no answer, an
/// invalid one is answered by a line. Gathered datapoints go to Kafka when a batch is full or has
/// lingered. A line also reports datapoints that Kafka does not acknowledge. Invalid lines are
/// counted, but not copied to the rejected topic, because the client knows of them.
final class TelnetHandler implements LineHandler {
  private final TelnetCommands commands;
  private final LineParser parser;
  private final RollupLine rollups;
  private final Delivery delivery;
  private final BatchAccumulator batches;
  private final Intake intake;
  private final IngestMetrics metrics;
  private final Quotas quotas;
  private final PutSettings settings;
  private final Datapoint point = new Datapoint();
  private final Datapoint rollup = new Datapoint();
  private long gathered;

  TelnetHandler(
      PutSettings settings, Delivery delivery, TelnetCommands commands, IngestMetrics metrics) {
    this.commands = commands;
    this.settings = settings;
    this.rollups = new RollupLine(settings.rules(), settings.maxLineBytes());
    this.parser = new LineParser(settings.rules(), settings.maxLineBytes());
    this.delivery = delivery;
    this.batches = settings.batches(delivery);
    this.intake = settings.intake(batches);
    this.metrics = metrics;
    this.quotas = settings.quotas();
  }

  @Override
  public void line(byte[] bytes, int offset, int length, Replies replies) {
    int end = offset + length;
    if (end > offset && bytes[end - 1] == '\r') {
      end--;
    }
    if (LineParser.beginsWithPut(bytes, offset, end)) {
      put("put", point, bytes, offset, end, replies);
    } else if (RollupLine.begins(bytes, offset, end)) {
      rollup(bytes, offset, end, replies);
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

  private void rollup(byte[] bytes, int offset, int end, Replies replies) {
    settings
        .refusalOfRollups()
        .ifPresentOrElse(
            why -> replies.reply("rollup: storage error: " + why),
            () -> put("rollup", rollup, bytes, offset, end, replies));
  }

  /// @param into the datapoint to use, which tells rollups from others
  private void put(
      String command, Datapoint into, byte[] bytes, int offset, int end, Replies replies) {
    Caller caller = Caller.current();
    if (quotas.wait(caller).isPositive()) {
      metrics.rejected(Reason.OVER_QUOTA);
      replies.reply(
          "%s: quota exceeded: %s sent more than %d datapoints a second: send it again later"
              .formatted(command, caller.name(), quotas.perSecond(caller)));
      return;
    }
    quotas.charge(caller, 1);
    intake.begin();
    Rejection rejection =
        into == rollup
            ? rollups.parse(bytes, offset, end - offset, into)
            : parser.parse(bytes, offset, end - offset, into);
    if (rejection == null) {
      try {
        rejection = intake.take(into);
      } catch (NoTopicException e) {
        metrics.failed(1);
        replies.reply(command + ": storage error: " + e.getMessage());
        return;
      }
    }
    if (rejection == null) {
      gathered++;
      return;
    }
    metrics.rejected(rejection.reason());
    String kind = rejection.reason().invalidNumber() ? "invalid value" : "illegal argument";
    replies.reply(command + ": " + kind + ": " + rejection.message());
  }
}
