package goku.ingest.put;

import goku.ingest.parse.JsonReader;
import goku.model.FormatLevel;
import java.util.Locale;
import java.util.Optional;

/// The kind of values that an endpoint stores.
public enum PutKind {
  DATAPOINTS("/api/put", "http", FormatLevel.FIRST) {
    @Override
    JsonReader reader(PutSettings settings) {
      return new JsonReader(settings.rules());
    }
  },

  /// Rollups that clients computed themselves.
  ROLLUPS("/api/rollup", "rollup", FormatLevel.WRITTEN_ROLLUPS) {
    @Override
    JsonReader reader(PutSettings settings) {
      return JsonReader.ofRollups(settings.rules());
    }
  },

  HISTOGRAMS("/api/histogram", "histogram", FormatLevel.HISTOGRAMS) {
    @Override
    JsonReader reader(PutSettings settings) {
      return JsonReader.ofHistograms(settings.rules(), settings.histogramId());
    }
  };

  private final String path;
  private final String source;
  private final int firstLevel;

  /// @param firstLevel the format level from which on the values can be stored
  PutKind(String path, String source, int firstLevel) {
    this.path = path;
    this.source = source;
    this.firstLevel = firstLevel;
  }

  public String path() {
    return path;
  }

  /// Returns the value of the label `source` of metrics.
  public String source() {
    return source;
  }

  /// Returns a reader of bodies.
  abstract JsonReader reader(PutSettings settings);

  /// Returns why the values cannot be stored yet; empty if they can.
  Optional<String> refusal(FormatLevel formats) {
    int level = formats.level();
    return level >= firstLevel
        ? Optional.empty()
        : Optional.of(
            "cannot store %s before format level %d is in force, now it is %d: see `goku cluster formats`"
                .formatted(name().toLowerCase(Locale.ROOT), firstLevel, level));
  }
}
