/// Coverage-guided fuzzing of parsers with Jazzer, each in a process of its own.
@org.jspecify.annotations.NullMarked
package goku.testkit.fuzz;
