package goku.root.planning;

/// The check whether clients have written rollups, before a query reads them.
@FunctionalInterface
public interface RollupCheck {
  /// Returns false if no series has the stored metric.
  ///
  /// @param marked the metric with the mark of written rollups
  boolean mayHave(String marked) throws InterruptedException;
}
