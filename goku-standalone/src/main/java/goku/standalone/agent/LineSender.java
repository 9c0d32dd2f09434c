package goku.standalone.agent;

import java.util.List;

/// A destination of put lines.
interface LineSender extends AutoCloseable {
  /// Sends the lines. The sender counts failures, now or later.
  void send(List<String> lines);

  @Override
  void close();
}
