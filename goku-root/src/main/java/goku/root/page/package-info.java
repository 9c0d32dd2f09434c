/// The web pages at `/` (graphs) and `/top` (top metrics): static files in the resources of this
/// package, without a build step. The chart library is uPlot, stored here with its version in the
/// file name and its license.
@NullMarked
package goku.root.page;

import org.jspecify.annotations.NullMarked;
