package goku.integration.programs.sender;

import java.util.List;
import java.util.stream.Stream;

/// All programs, in the order of the table.
public final class Programs {
  public static final List<Program> ALL =
      Stream.concat(
              Stream.of(
                  JavaService.SPRING,
                  JavaService.DROPWIZARD,
                  Telegraf.TELNET,
                  new Collectd(),
                  new Icinga(),
                  new NodeClient(),
                  new Statsd(),
                  new Tcollector(),
                  new Scollector(),
                  Telegraf.HTTP),
              PythonClient.ALL.stream())
          .toList();

  private Programs() {}
}
