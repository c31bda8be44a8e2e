// Package bench measures the checker on models that scale by a number.
//
// A [Family] is such a model, a file of the directory models. [Measure] checks
// it at one size and tells what each phase took: reading the file, encoding the
// system, computing its reachable states, and deciding each property. The
// command bench/cmd/families does so in processes of their own, under limits of
// time and memory (package limited), and prints tables.
//
// The command bench/cmd/compare measures this tool next to NuSMV and nuXmv on
// the same families, and reports; bench/results holds such a report, with the
// plan and the results that it was made from.
//
// The benchmarks measure each phase of a check apart: parsing, lowering,
// encoding, reachable states, properties, and the replay of traces. An
// iteration does the same work each time, so that a change can be judged by
// benchstat (golang.org/x/perf/cmd/benchstat):
//
//	go test -run '^$' -short -bench Families -count 10 ./bench > old.txt
//	# the change
//	go test -run '^$' -short -bench Families -count 10 ./bench > new.txt
//	benchstat old.txt new.txt
//
// Those of the engines are in package bdd, those of the automata in package
// ltol, to be compared the same way:
//
//	go test -run '^$' -bench Workloads -benchtime 1x -count 10 ./bdd
//	go test -run '^$' -bench Translate -count 10 ./ltol
//
// The tests of this package hold what was found: the verdict of every property
// of every model, numbers of states, and how much work they took. README.md
// next to it holds tables and profiles.
package bench
