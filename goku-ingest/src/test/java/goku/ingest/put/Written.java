package goku.ingest.put;

import goku.http.LineHandler;
import java.util.ArrayList;
import java.util.List;

/// The replies to a telnet client.
final class Written implements LineHandler.Replies {
  final List<String> lines = new ArrayList<>();
  boolean closed;

  @Override
  public void reply(String line) {
    lines.add(line);
  }

  @Override
  public void close() {
    closed = true;
  }
}
