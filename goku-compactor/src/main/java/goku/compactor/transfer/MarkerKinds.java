package goku.compactor.transfer;

import goku.format.CorruptException;
import goku.model.Disk;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.util.List;
import java.util.Optional;

/// The two kinds of markers. Stateless.
final class MarkerKinds {
  private MarkerKinds() {}

  /// The markers of shuffled buckets.
  record Shuffled() implements MarkedListing.Kind<ShuffleMarker> {
    @Override
    public Optional<TierKeys.Entry> parse(String key) {
      return TierKeys.parseShuffled(key);
    }

    @Override
    public ShuffleMarker read(byte[] json, String uri) {
      return ShuffleMarker.parse(json, uri);
    }

    @Override
    public BucketKey bucket(ShuffleMarker marker) {
      return marker.bucket();
    }

    @Override
    public List<StoredFile> files(ShuffleMarker marker) {
      return marker.files();
    }
  }

  /// The markers of buckets of tiers.
  record Tiers() implements MarkedListing.Kind<Manifest> {
    @Override
    public Optional<TierKeys.Entry> parse(String key) {
      return TierKeys.parseTier(key);
    }

    @Override
    public Manifest read(byte[] json, String uri) {
      Manifest manifest = Manifest.parse(json, uri);
      long length = Disk.bucket(manifest.tier()).toMillis();
      if (manifest.lengthMillis() != length) {
        throw new CorruptException(uri, 0, manifest.lengthMillis() + " ms", length + " ms");
      }
      long windows = length / Tier.MEMORY_BUCKET.toMillis();
      if (manifest.consumed().stream().anyMatch(each -> each.generations().size() != windows)) {
        throw new CorruptException(uri, 0, "other numbers of windows", windows + " windows");
      }
      return manifest;
    }

    @Override
    public BucketKey bucket(Manifest marker) {
      return marker.bucket();
    }

    @Override
    public List<StoredFile> files(Manifest marker) {
      return marker.files();
    }
  }
}
