// Package bench measures the checker on models that scale by a number.
//
// A [Family] is such a model, a file of the directory models. [Measure] checks
// it at one size and tells what each phase took: reading the file, encoding the
// system, computing its reachable states, and deciding each property. The
// command bench/cmd/families does so in processes of their own, under limits of
// time and memory (package limited), and prints tables.
//
// The tests of this package hold what was found: the verdict of every property
// of every model, numbers of states, and how much work they took. README.md
// beside it holds tables and profiles.
package bench
