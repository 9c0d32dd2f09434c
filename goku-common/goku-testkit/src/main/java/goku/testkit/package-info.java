/// Tools that the tests of all modules share.
package goku.testkit;
