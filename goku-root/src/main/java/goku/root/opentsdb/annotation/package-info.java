/// The endpoint `/api/annotation`, its bulk form, and annotations in the answers to queries.
@NullMarked
package goku.root.opentsdb.annotation;

import org.jspecify.annotations.NullMarked;
