/// The basic terms of all modules: series names, tags, namespaces, shards, time ranges. It depends
/// on no other package.
@NullMarked
package goku.model;

import org.jspecify.annotations.NullMarked;
