/// The web pages at `/` (graphs) and `/top` (who writes how much): plain files from the resources
/// of this package, without a build chain. The chart is uPlot, kept here with its version in the
/// name of the file and its licence beside it.
@NullMarked
package goku.root.page;

import org.jspecify.annotations.NullMarked;
