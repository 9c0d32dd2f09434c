@org.jspecify.annotations.NullMarked
package goku.root.queried;
