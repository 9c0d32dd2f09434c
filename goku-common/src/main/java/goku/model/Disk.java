package goku.model;

import java.time.Duration;
import java.util.List;

/// What of a namespace GokuL keeps: raw datapoints for `rawTtl`, then the rollups.
public record Disk(Duration rawTtl, List<Rollup> rollups) {
  public Disk {
    rollups = List.copyOf(rollups);
  }
}
