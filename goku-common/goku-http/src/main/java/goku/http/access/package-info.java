/// Who asks, and what they may: roles, namespaces and rates, whatever the way they showed who they
/// are.
@NullMarked
package goku.http.access;

import org.jspecify.annotations.NullMarked;
