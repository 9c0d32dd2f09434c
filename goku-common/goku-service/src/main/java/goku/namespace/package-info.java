/// The namespaces in force in a process, and how they change while it runs (section 5.1 of the
/// paper): which changes are possible and when, and how rejected ones are reported.
@NullMarked
package goku.namespace;

import org.jspecify.annotations.NullMarked;
