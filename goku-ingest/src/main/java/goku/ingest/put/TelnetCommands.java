package goku.ingest.put;

import goku.http.LineHandler.Replies;
import goku.http.access.Caller;
import goku.http.access.Need;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;

/// The commands of the telnet protocol besides `put`. Thread-safe.
final class TelnetCommands {
  private static final String HELP =
      "available commands: dropcaches exit help histogram put rollup stats version";

  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}0-9._/-]");

  private final String version;
  private final MeterRegistry registry;
  private final InstantSource clock;

  TelnetCommands(String version, MeterRegistry registry, InstantSource clock) {
    this.version = version;
    this.registry = registry;
    this.clock = clock;
  }

  void answer(String line, Replies replies) {
    String command = line.strip().split("[ \t]", 2)[0];
    switch (command) {
      case "version" -> replies.reply("goku " + version);
      case "help" -> replies.reply(HELP);
      case "stats" -> {
        if (allows(Need.WHOLE, command, replies)) {
          registry.forEachMeter(meter -> stats(meter, replies));
        }
      }
      case "dropcaches" -> {
        if (allows(Need.ADMIN, command, replies)) {
          replies.reply("Caches dropped"); // there are none, but scripts ask
        }
      }
      case "exit" -> replies.close();
      case "diediedie" ->
          replies.reply("diediedie: not allowed: end the process from where it was started");
      default -> replies.reply("unknown command: " + command + ".  Try `help'.");
    }
  }

  private static boolean allows(Need need, String command, Replies replies) {
    Optional<String> denial = Caller.current().denied(need);
    denial.ifPresent(why -> replies.reply(command + ": forbidden: " + why));
    return denial.isEmpty();
  }

  /// OpenTSDB's form: `metric timestamp value key=value ...`. Collectors put the lines into a
  /// database, so each is a valid put line of OpenTSDB too: without values that are no numbers, and
  /// with `_` for characters that OpenTSDB rejects.
  private void stats(Meter meter, Replies replies) {
    long seconds = clock.instant().getEpochSecond();
    for (Measurement measurement : meter.measure()) {
      if (!Double.isFinite(measurement.getValue())) {
        continue;
      }
      var reply = new StringBuilder(word(meter.getId().getName()));
      reply.append(' ').append(seconds).append(' ').append(measurement.getValue());
      reply.append(" statistic=").append(measurement.getStatistic().getTagValueRepresentation());
      for (Tag tag : meter.getId().getTags()) {
        reply.append(' ').append(word(tag.getKey())).append('=').append(word(tag.getValue()));
      }
      replies.reply(reply.toString());
    }
  }

  private static String word(String text) {
    String valid = NOT_IN_NAMES.matcher(text).replaceAll("_");
    return valid.isEmpty() ? "_" : valid;
  }
}
