/// The life cycle that all services share, and how a process is built from services.
@NullMarked
package goku.service;

import org.jspecify.annotations.NullMarked;
