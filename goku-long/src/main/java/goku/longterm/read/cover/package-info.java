/// The assignment of buckets and tiers to the parts of a query's range, and their form (sections
/// 4.7.4 and 5.2 of the Goku paper). Pure functions without access to a database.
@NullMarked
package goku.longterm.read.cover;

import org.jspecify.annotations.NullMarked;
