/// What everything speaks about: series names, tags, namespaces, shards, time ranges. Uses nothing.
@NullMarked
package goku.model;

import org.jspecify.annotations.NullMarked;
