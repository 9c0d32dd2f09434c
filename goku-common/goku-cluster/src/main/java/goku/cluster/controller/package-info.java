/// The service that `goku controller` runs.
@NullMarked
package goku.cluster.controller;

import org.jspecify.annotations.NullMarked;
