package goku.integration.programs.recording;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Lines of OpenTSDB's telnet commands: `put metric time value key=value ...`.
final class PutLines {
  private static final int FIRST_TAG = 4;

  private final SentReader reader;

  PutLines(SentReader reader) {
    this.reader = reader;
  }

  /// Reads all lines that are complete.
  void read(String text) {
    String complete = text.substring(0, text.lastIndexOf('\n') + 1);
    complete.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(this::line);
  }

  private void line(String line) {
    List<String> words = List.of(line.split(" +"));
    if (!words.getFirst().equals("put")) {
      reader.other(line);
    } else if (words.size() < FIRST_TAG) {
      reader.refused(line);
    } else {
      put(words, line);
    }
  }

  private void put(List<String> words, String line) {
    Map<String, String> tags = new HashMap<>();
    for (String tag : words.subList(FIRST_TAG, words.size())) {
      String[] parts = tag.split("=", -1);
      if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        reader.refused(line);
        return;
      }
      tags.put(parts[0], parts[1]);
    }
    reader.datapoint(words.get(1), words.get(2), words.get(3), tags, line);
  }
}
