@org.jspecify.annotations.NullMarked
package goku.root.routing.delay;
