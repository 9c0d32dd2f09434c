package goku.model;

/// The format level in force: one number for the versions of all byte formats that the processes of
/// a deployment may write. The description of `goku.format` lists the formats of each level.
///
/// A build reads the formats of all levels up to `NEWEST`, and writes those of the level in force.
/// The level in force rises only when every known node reads the formats of the next level, and
/// never falls. Thread-safe. A writer asks once per file, because the level may rise meanwhile.
@FunctionalInterface
public interface FormatLevel {
  /// The level of the formats from the time before there were levels.
  int FIRST = 1;

  /// The level from which on metrics can be renamed; see `MetricRenames`.
  int RENAMES = 5;

  /// The level from which on clients can write rollups; see `WrittenRollup`.
  int WRITTEN_ROLLUPS = 6;

  /// The level from which on there are histograms; see `HistogramMetric`.
  int HISTOGRAMS = 7;

  /// The newest level whose formats this build reads and can write.
  int NEWEST = HISTOGRAMS;

  /// Returns the level in force, from `FIRST` to the newest level of the build.
  int level();

  /// Returns a level that never changes, for tools and for processes without a deployment.
  static FormatLevel fixed(int level) {
    if (level < FIRST) {
      throw new IllegalArgumentException(
          "format level=%d: must be at least %d".formatted(level, FIRST));
    }
    return () -> level;
  }

  /// Returns the newest level of this build, fixed.
  static FormatLevel newest() {
    return fixed(NEWEST);
  }
}
