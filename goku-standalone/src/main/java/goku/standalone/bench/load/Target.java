package goku.standalone.bench.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Where datapoints are sent, and how.
public sealed interface Target {
  /// Datapoints of a payload, when nothing else is said.
  int payload();

  /// What the report calls it.
  String description();

  /// How payloads are written.
  Format format();

  /// Sends all payloads of the file; returns when all are acknowledged.
  ///
  /// @param progress told the datapoints of each payload that is, by any thread
  void send(Path file, SendThrottle throttle, LongConsumer progress)
      throws IOException, InterruptedException;

  /// The metrics topic: a record is a payload of put lines.
  ///
  /// @param payload lines of a record
  record Topic(String brokers, String topic, int payload) implements Target {
    @Override
    public String description() {
      return "topic %s, %d lines a record".formatted(topic, payload);
    }

    @Override
    public Format format() {
      return Format.PUT_LINES;
    }

    @Override
    public void send(Path file, SendThrottle throttle, LongConsumer progress) throws IOException {
      new TopicSender(brokers, topic).send(file, throttle, progress);
    }
  }

  /// Requests with a payload each.
  ///
  /// @param server what takes them, with path and query
  /// @param format of their bodies
  /// @param payload datapoints of a body
  /// @param connections that send at the same time
  record Posts(URI server, Format format, int payload, int connections) implements Target {
    @Override
    public String description() {
      return "%s, %d datapoints a body, %d connections".formatted(server, payload, connections);
    }

    @Override
    public void send(Path file, SendThrottle throttle, LongConsumer progress)
        throws IOException, InterruptedException {
      new PostSender(server, connections).send(file, throttle, progress);
    }
  }

  /// Put lines on a connection of telnet.
  ///
  /// @param payload lines that are written at once
  record Telnet(URI server, int payload) implements Target {
    @Override
    public String description() {
      return "%s, put lines on one connection".formatted(server.getAuthority());
    }

    @Override
    public Format format() {
      return Format.PUT_LINES;
    }

    @Override
    public void send(Path file, SendThrottle throttle, LongConsumer progress) throws IOException {
      new TelnetSender(server).send(file, throttle, progress);
    }
  }
}
