/// The permissions of callers: roles, namespaces and rates, independent of how callers
/// authenticate.
@NullMarked
package goku.http.access;

import org.jspecify.annotations.NullMarked;
