package goku.standalone.agent;

import java.util.List;

/// Where put lines go.
interface LineSender extends AutoCloseable {
  /// Hands the lines over; failures are the sender's to count, now or later.
  void send(List<String> lines);

  @Override
  void close();
}
