package goku.cluster.status;

import java.util.ArrayList;
import java.util.List;

/// A text table whose columns are as wide as their widest cell.
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... heads) {
    rows.add(List.of(heads));
  }

  /// @param cells as many cells as there are heads
  void row(String... cells) {
    rows.add(List.of(cells));
  }

  List<String> lines() {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        line.append(row.get(column));
        line.repeat(' ', widths[column] - row.get(column).length() + 2);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
