/// Byte formats. Each sub-package holds one format: its layout as a table, its writer and its
/// reader. The subclasses of `FormatException` say why a reader rejects bytes.
///
/// A deployment has one format level ([goku.model.FormatLevel]), which says which versions its
/// processes write. Each level adds versions, and every build also reads the versions of all
/// earlier levels:
///
/// | level | adds |
/// | --- | --- |
/// | 1 | all formats from the time before there were levels |
/// | 2 | bucket file version 3, snapshot version 3, manifest version 2, shuffle marker version 2 |
/// | 3 | batch version 4, snapshot version 4 |
/// | 4 | types of values: in batches of version 4, streams of snapshots of version 4, block version 2 |
/// | 5 | renamed metrics ([goku.model.MetricRenames]): no new bytes, but older builds would not show them |
/// | 6 | written rollups ([goku.model.WrittenRollup]): no new bytes, but older builds would show their marked names, and neither delete nor block them with their metric |
/// | 7 | histograms ([goku.model.HistogramMetric]): in batches of version 4, streams of snapshots of version 4, block version 3 |
///
/// The member `incomplete` of a manifest is of level 2 too: builds from before it ignore it.
@NullMarked
package goku.format;

import org.jspecify.annotations.NullMarked;
