package goku.standalone.bench.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// A destination of datapoints and its protocol.
public sealed interface Target {
  /// Returns the default number of datapoints per payload.
  int payload();

  /// Returns the destination's name in the report.
  String description();

  /// Returns the format of payloads.
  Format format();

  /// Sends all payloads of the file. Returns when all are acknowledged.
  ///
  /// @param progress receives the number of datapoints of each acknowledged payload, on any thread
  void send(Path file, SendThrottle throttle, LongConsumer progress)
      throws IOException, InterruptedException;

  /// The metrics topic. A record is a payload of put lines.
  ///
  /// @param payload lines per record
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

  /// An HTTP server that accepts one payload per request.
  ///
  /// @param server the URL, with path and query
  /// @param format the format of bodies
  /// @param payload datapoints per body
  /// @param connections parallel connections
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

  /// A telnet connection for put lines.
  ///
  /// @param payload lines per write
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
