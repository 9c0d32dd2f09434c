/// Configuration: one record per component, bound from YAML, environment and flags.
@NullMarked
package goku.config;

import org.jspecify.annotations.NullMarked;
