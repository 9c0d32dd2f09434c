/// Fixtures for tests that use off-heap memory.
package goku.testkit.memory;
